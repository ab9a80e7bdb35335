// Sending: rows kept until the server has them, requests that give up in time, forms in old browsers.

const PATIENCE = 6000;

export function deviceStore(database, name, options) {
  function opened() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name, options);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  async function inStore(mode, work) {
    const connection = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const change = connection.transaction(name, mode);
        const request = work(change.objectStore(name));
        change.oncomplete = () => resolve(request.result);
        change.onabort = () => reject(change.error);
      });
    } finally {
      connection.close();
    }
  }

  return {
    keep: (row) => inStore("readwrite", (store) => store.put(row)),
    forget: (key) => inStore("readwrite", (store) => store.delete(key)),
    kept: () => inStore("readonly", (store) => store.getAll()),
  };
}

export async function inTime(address, options) {
  const giveUp = new AbortController();
  const clock = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    return await fetch(address, { signal: giveUp.signal, ...options });
  } finally {
    clearTimeout(clock);
  }
}

// The server could not take it now: the same is sent again later.
export const isForLater = (status) => status === 408 || status === 429 || status >= 500;

// FormData takes no button there.
export function fieldsOf(form, button) {
  const fields = [...new FormData(form)];
  if (button?.name) fields.push([button.name, button.value]);
  return fields;
}

export function sendForm(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else (button ?? form.querySelector("button:not([type='button'])")).click();
}

// Before the page is left.
export function askFirst(event) {
  event.preventDefault();
  event.returnValue = true; // older Chromium
}

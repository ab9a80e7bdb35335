// Tells the hall aloud what its clock says, and the director's page which table calls: by a voice of the
// device, or by a sound where it has none for the language. Always shown in writing too. Browsers ask for a
// gesture before the first sound: the key that switches it on.

const SHOWN_FOR = 20000;
const HOW = "etui-announcements";
const TUNES = {
  on: [[660, 0.12]],
  start: [[523, 0.2], [659, 0.2], [784, 0.35]],
  ending: [[659, 0.3], [659, 0.3]],
  over: [[784, 0.3], [659, 0.3], [523, 0.6]],
  change: [[523, 0.2], [523, 0.2], [784, 0.3]],
  call: [[880, 0.12], [880, 0.12], [880, 0.12]],
}; // hertz, seconds

const place = document.querySelector("[data-announcement]");
const choice = document.querySelector("[data-announce-choice]");
const how = document.querySelector("[data-announce-how]");
const key = document.querySelector("[data-announce-key]");
const texts = Object.fromEntries(
  [...document.querySelectorAll("[data-announce-texts]")].map((all) => [all.lang, all.dataset]),
);

let audio = null;
let hiding;
let calling = tablesCalling();

function tablesCalling() {
  return new Set([...document.querySelectorAll("[data-call-waits]")].map((call) => call.dataset.call));
}

function words(name, number, language) {
  return (texts[language] ?? texts.fr)[name].replace("{n}", number ?? "");
}

function show(name, number) {
  place.textContent = words(name, number, document.documentElement.lang);
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.hidden = true), SHOWN_FOR);
}

function play(name) {
  let at = audio.currentTime + 0.05;
  for (const [pitch, length] of TUNES[name]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.25, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length + 0.06;
  }
}

function voiceOf(language) {
  return globalThis.speechSynthesis?.getVoices().find((voice) => voice.lang.startsWith(language));
}

function speak(name, number, languages) {
  const spoken = languages.filter(voiceOf);
  for (const language of spoken) {
    const speech = new SpeechSynthesisUtterance(words(name, number, language));
    speech.voice = voiceOf(language);
    speech.lang = speech.voice.lang;
    speechSynthesis.speak(speech);
  }
  return spoken.length > 0;
}

function announce(name, number) {
  show(name, number);
  if (!audio) return;
  const isSpoken = how.value !== "sound" && speak(name, number, how.value.split(" "));
  if (!isSpoken) play(name);
}

function press() {
  if (audio) {
    audio.close();
    audio = null;
    globalThis.speechSynthesis?.cancel();
  } else {
    audio = new AudioContext();
    announce("on");
  }
  key.setAttribute("aria-pressed", String(audio !== null));
  key.textContent = audio ? key.dataset.on : key.dataset.off;
}

document.addEventListener("clock:phase", ({ detail }) => {
  if (detail.begins) announce("start", detail.round);
  else if (detail.phase === "ending" && detail.before === "running") announce("ending");
  else if (detail.phase === "over" && detail.before !== "paused") announce("over");
  else if (detail.phase === "ready" && detail.round !== "1") announce("change", detail.round);
});
document.addEventListener("refresh:shown", () => {
  const now = tablesCalling();
  const added = [...now].filter((table) => !calling.has(table));
  calling = now;
  if (added.length) announce("call", added.join(", "));
});
if (choice) {
  const kept = localStorage.getItem(HOW);
  if ([...how.options].some((option) => option.value === kept)) how.value = kept;
  how.addEventListener("change", () => localStorage.setItem(HOW, how.value));
  key.addEventListener("click", press);
  choice.hidden = false;
}

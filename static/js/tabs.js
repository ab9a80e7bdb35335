// On a narrow screen the tabs scroll sideways: brings the open one into sight.

document.querySelector('.tabs a[aria-current="page"]')?.scrollIntoView({ inline: "center", block: "nearest" });

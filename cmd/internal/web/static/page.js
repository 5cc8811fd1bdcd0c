// The page's only script. It reads streams of server-sent events whose data is HTML that the server has escaped: a
// piece with data-into goes to the end of the list of that name, any other takes the place of what has its id.
"use strict";

function place(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const piece of [...template.content.children]) {
    const list = piece.dataset.into && document.getElementById(piece.dataset.into);
    const old = piece.id && document.getElementById(piece.id);
    if (list) {
      list.append(piece);
    } else if (old) {
      renew(old, piece);
    }
  }
}

// What is as it was stays: a button that someone presses, and the keyboard's focus. So does a form that someone fills in.
function renew(old, piece) {
  const forms = (node) => node.matches?.("form") || node.querySelector?.("form");
  const same = old.cloneNode(false).isEqualNode(piece.cloneNode(false)) && old.childNodes.length === piece.childNodes.length;
  if (old.isEqualNode(piece)) {
    return;
  }
  if (same && old.childNodes.length > 0 && !old.matches?.("form")) {
    const pieces = [...piece.childNodes];
    [...old.childNodes].forEach((child, n) => renew(child, pieces[n]));
  } else if (!(old.contains(document.activeElement) && forms(old) && forms(piece))) {
    old.replaceWith(piece);
  }
}

function follow(address, done) {
  const source = new EventSource(address);
  source.onmessage = (event) => place(event.data);
  source.addEventListener("end", () => {
    source.close();
    done();
  });
  addEventListener("pagehide", () => source.close());
}

function running(section, is) {
  for (const part of section.querySelectorAll("[data-while-running]")) {
    part.hidden = !is;
  }
}

for (const section of document.querySelectorAll("[data-stream]")) {
  follow(section.dataset.stream, () => running(section, false));
}
for (const button of document.querySelectorAll("[data-open]")) {
  button.addEventListener("click", () => {
    button.disabled = true;
    follow(button.dataset.open, () => (button.disabled = false));
  });
}
const task = document.getElementById("task");
task?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    task.form.requestSubmit();
  }
});
addEventListener("pageshow", (event) => event.persisted && location.reload());

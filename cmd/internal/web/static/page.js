// The page's only script. It reads streams of server-sent events whose data is HTML that the server has escaped: a
// piece with data-into goes to the end of the list of that name, unless it is there, any other takes the place of what has
// its id.
"use strict";

function place(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const piece of [...template.content.children]) {
    const list = piece.dataset.into && document.getElementById(piece.dataset.into);
    const old = piece.id && document.getElementById(piece.id);
    if (list) {
      old || list.append(piece);
      while (list.children.length > (list.dataset.most || Infinity)) {
        list.firstElementChild.remove();
      }
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

// A stream of a conversation never ends: a page that no one sees has none, since browsers keep few open.
function follow(address, done, whenSeen) {
  const url = new URL(address, location);
  const lost = document.getElementById("lost");
  let source;
  const open = () => {
    source = new EventSource(url);
    source.onmessage = (event) => {
      place(event.data);
      event.lastEventId && url.searchParams.set("after", event.lastEventId);
    };
    source.onopen = () => lost && (lost.hidden = true);
    source.onerror = () => lost && (lost.hidden = false);
    source.addEventListener("end", () => {
      source.close();
      done();
    });
  };
  open();
  addEventListener("pagehide", () => source.close());
  if (whenSeen) {
    document.addEventListener("visibilitychange", () => {
      source.close();
      document.hidden || open();
    });
  }
}

function running(section, is) {
  for (const part of section.querySelectorAll("[data-while-running]")) {
    part.hidden = !is;
  }
}

for (const section of document.querySelectorAll("[data-stream]")) {
  follow(section.dataset.stream, () => running(section, false), "talk" in section.dataset);
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
    task.form.querySelector("[formaction]") || task.form.requestSubmit(); // one question at a time
  }
});
if (document.querySelector("[data-talk]")) {
  task?.focus({ preventScroll: true });
}
addEventListener("pageshow", (event) => event.persisted && location.reload());

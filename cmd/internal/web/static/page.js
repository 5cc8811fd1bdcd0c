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
    } else if (old && !(old.contains(document.activeElement) && old.querySelector("form") && piece.querySelector("form"))) {
      old.replaceWith(piece); // a form that someone fills in stays
    }
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

"use strict";
const by = (id) => document.getElementById(id);
const show = (state) => {
  document.title = `${state.ok ? "✓" : "✗"} ${state.game.title}`;
  document.querySelector("h1").textContent = state.game.title;
  by("says").textContent = state.last?.says ?? (state.ok ? "complete" : "");
  by("messages").replaceChildren(...state.messages.map((message) => {
    const item = document.createElement("li");
    item.textContent = `${message.level} ${message.code}: ${message.title}`;
    return item;
  }));
  by("faces").replaceChildren(...state.faces.flatMap((face) => {
    if (!face.front) return [];
    const picture = document.createElement("img");
    picture.src = `/face/${face.front.hash}.png?dpi=75`;
    picture.loading = "lazy";
    picture.alt = face.id;
    picture.className = face.stale ? "stale" : "";
    return [picture];
  }));
};
const events = new EventSource("/events");
events.addEventListener("state", async () => show(await (await fetch("/state")).json()));
events.addEventListener("bye", () => {
  events.close();
  by("says").textContent = "pnp has stopped";
});

"use strict";
// What belongs together, and the patch, are worked out as `Decisions` and `git_patch` do it.
const data = JSON.parse(document.getElementById("data").textContent);
const places = [...document.querySelectorAll(".change")];
const numbers = Object.keys(data.needs).map(Number);
const element = (id) => document.getElementById(id);
const stored = "gpu2ipu-review-" + data.digest;
let decided = {};
let current = 0;

function needing(number) {
  return numbers.filter((other) => data.needs[other].includes(number));
}

function decide(number, accepted) {
  const along = accepted ? data.needs[number] : needing(number);
  const changed = along.filter((other) => decided[other] !== accepted);
  for (const each of [number, ...along]) decided[each] = accepted;
  const word = accepted ? "accepted" : "rejected";
  say(`${number} ${word}` + (changed.length ? `, and with it ${changed.join(", ")}` : ""));
  show();
}

function undecide(number) {
  delete decided[number];
  for (const other of needing(number)) if (decided[other]) delete decided[other];
  for (const other of data.needs[number]) if (decided[other] === false) delete decided[other];
  say(`${number} not decided`);
  show();
}

function say(sentence) {
  element("said").textContent = sentence;
}

function accepted() {
  return numbers.filter((number) => decided[number]);
}

function shown() {
  const places = [...document.querySelectorAll(".change:not([hidden])")];
  return [...new Set(places.map((place) => Number(place.dataset.change)))];
}

function filter() {
  const kinds = [...document.querySelectorAll("[data-kind]")].filter((box) => box.checked).map((box) => box.dataset.kind);
  const rule = element("rule").value;
  for (const place of places) {
    const fits = !rule || place.dataset.rules.split(" ").includes(rule);
    place.hidden = !(fits && kinds.includes(place.dataset.safety));
  }
  show();
}

function show() {
  for (const place of places) {
    const choice = decided[place.dataset.change];
    place.classList.toggle("accepted", choice === true);
    place.classList.toggle("rejected", choice === false);
    place.classList.toggle("current", Number(place.dataset.change) === current);
    for (const box of place.querySelectorAll("input")) box.checked = choice === (box.value === "yes");
  }
  const yes = accepted();
  const no = numbers.filter((number) => decided[number] === false).length;
  const open = numbers.length - yes.length - no;
  const hidden = numbers.length - shown().length;
  element("count").textContent =
    `${yes.length} accepted, ${no} rejected, ${open} not decided` + (hidden ? `; ${hidden} hidden by the filter` : "");
  element("open").textContent = open ? "What is not decided counts as rejected." : "";
  element("command").textContent = `${data.command} --accept ${yes.join(",") || "none"} --digest ${data.digest}`;
  if (data.encoded) {
    const made = yes.length ? patch(yes) : "";
    element("download").disabled = !made;
    if (data.copied) element("patch").value = made && decoded(made);
  }
  try {
    localStorage.setItem(stored, JSON.stringify(decided));
  } catch (error) {
    // a page that may keep nothing works all the same
  }
}

// Lines are strings of bytes, as the script's encoding has them.
function bytes(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function decoded(text) {
  return new TextDecoder().decode(bytes(text));
}

function patch(chosen) {
  const steps = [];
  for (const [change, old, port] of data.parts) {
    const taken = chosen.includes(change);
    for (const line of old) steps.push([taken ? "-" : " ", line]);
    if (taken) for (const line of port) steps.push(["+", line]);
  }
  return data.header + hunks(withEnds(steps));
}

// The last line of the script may have no end: it gets one where others follow it.
function withEnds(steps) {
  const last = steps.findLastIndex(([sign]) => sign !== "-");
  const place = steps.findIndex(([sign, line], at) => at < last && sign !== "-" && !line.endsWith("\n"));
  if (place < 0) return steps;
  const [sign, line] = steps[place];
  const ended = ["+", line + data.end];
  steps.splice(place, 1, ...(sign === " " ? [["-", line], ended] : [ended]));
  return steps;
}

function hunks(steps) {
  const context = 3;
  let text = "";
  let old = 1;
  let port = 1;
  let at = 0;
  while (at < steps.length) {
    const first = steps.findIndex(([sign], place) => place >= at && sign !== " ");
    if (first < 0) break;
    const start = Math.max(at, first - context);
    let end = first;
    for (let place = first; place < steps.length && place - end <= 2 * context; place++) {
      if (steps[place][0] !== " ") end = place;
    }
    const stop = Math.min(steps.length, end + 1 + context);
    old += start - at;
    port += start - at;
    const part = steps.slice(start, stop);
    const olds = part.filter(([sign]) => sign !== "+").length;
    const ports = part.filter(([sign]) => sign !== "-").length;
    text += `@@ -${olds ? old : old - 1},${olds} +${ports ? port : port - 1},${ports} @@\n`;
    for (const [sign, line] of part) text += sign + line + (line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n");
    old += olds;
    port += ports;
    at = stop;
  }
  return text;
}

function go(step) {
  const order = shown();
  if (!order.length) return;
  const place = order.indexOf(current);
  current = order[place < 0 ? (step > 0 ? 0 : order.length - 1) : Math.min(Math.max(place + step, 0), order.length - 1)];
  show();
  places.find((each) => Number(each.dataset.change) === current).scrollIntoView({ block: "start" });
}

function help() {
  const dialog = element("help");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

const keys = {
  j: () => go(1),
  k: () => go(-1),
  y: () => current && decide(current, true),
  n: () => current && decide(current, false),
  u: () => current && undecide(current),
  "?": help,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea")) return;
  if (element("help").open && event.key !== "?") return;
  if (Object.hasOwn(keys, event.key)) {
    event.preventDefault();
    keys[event.key]();
  }
});
for (const place of places) {
  for (const box of place.querySelectorAll("input")) {
    box.addEventListener("change", () => {
      current = Number(place.dataset.change);
      decide(current, box.value === "yes");
    });
  }
}
for (const box of document.querySelectorAll("[data-kind], #rule")) box.addEventListener("change", filter);
for (const [id, choice] of [["accept-shown", true], ["reject-shown", false]]) {
  element(id).addEventListener("click", () => {
    const order = shown();
    const along = numbers.filter((each) => !order.includes(each) && decided[each] !== choice);
    for (const number of order) decide(number, choice);
    const more = along.filter((each) => decided[each] === choice);
    say(`${order.length} ${choice ? "accepted" : "rejected"}` + (more.length ? `, and with them ${more.join(", ")}` : ""));
  });
}
element("help-button").addEventListener("click", help);
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = element(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      button.textContent = "Copied";
    } catch (error) {
      getSelection().selectAllChildren(source);
      if (source.select) source.select();
    }
  });
}
element("download")?.addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes(patch(accepted()))], { type: "text/x-patch" }));
  link.download = data.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
try {
  decided = JSON.parse(localStorage.getItem(stored)) || {};
} catch (error) {
  decided = {};
}
show();

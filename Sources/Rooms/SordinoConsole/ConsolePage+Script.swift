import SordinoTimeline

extension ConsolePage {
    /// The script of the page: what the events say is shown, and what a person does is asked for.
    ///
    /// Text from outside becomes part of the page only as text.
    static let script =
        basics + showing + surrounding + browsing + editing + TimelinePage.placing + drawing + doing

    private static let basics = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const token = new URLSearchParams(location.search).get("token") || "";
        const scroller = $("scroller"), stage = $("stage"), tip = $("tip");
        // Nothing in a narrow window, where labels stand above their tracks.
        const labelWidth = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--label"));
        const trackWidth = () => stage.clientWidth - labelWidth();
        const hues = [212, 152, 28, 328, 268, 188, 48, 0, 100, 240];
        const hue = id => hues[Math.max(0, id - 1) % hues.length];
        // The name of a program keeps its letters.
        const cap = text => !text || /^audio(sessiond|ctl)/.test(text) ? text || "" : text[0].toUpperCase() + text.slice(1);
        /// A name that a stranger has chosen, whose direction of writing does not reach beyond it.
        const isolated = name => "\u2068" + name + "\u2069";

        /// A number with its noun: "1 song", "2 songs".
        const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");

        const joined = words => words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words[words.length - 1];

        /// An element with attributes, and text or other elements in it.
        function make(tag, attributes = {}, ...parts) {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          element.append(...parts);
          return element;
        }
        function say(element, text) { if (element.textContent !== text) element.textContent = text; }
        /// Brings a list up to date without making anew what has the focus.
        function list(parent, items, key, fresh, update) {
          const held = parent.contains(document.activeElement) ? document.activeElement : null;
          const known = new Map([...parent.children].map(child => [child.dataset.key, child]));
          let last = null;
          for (const item of items) {
            const name = String(key(item));
            let child = known.get(name);
            known.delete(name);
            if (!child) { child = fresh(item); child.dataset.key = name; }
            update(child, item);
            const place = last ? last.nextSibling : parent.firstChild;
            if (place !== child) parent.insertBefore(child, place);
            last = child;
          }
          for (const child of known.values()) child.remove();
          if (held) keepFocus(parent, held);
        }
        /// The focus stays where a row moves; where its button goes, the neighbour has it, or the title.
        function keepFocus(parent, held) {
          if (held === document.activeElement && !held.hidden) return;
          const row = held.isConnected && held.closest("li"), card = parent.closest(".card"), title = card && card.querySelector("h2");
          const next = !row ? title : held.hidden ? row.querySelector(".act:not([hidden])") : held;
          if (!next) return;
          if (next === title) title.tabIndex = -1;
          next.focus({ preventScroll: true });
        }

        /// Says how many of a list are not on the page.
        function tellMore(id, count, noun, hint) {
          $(id).hidden = !count;
          say($(id), count ? "And " + counted(count, "more " + noun) + (count === 1 ? " that is" : " that are") + " not shown" + hint + "." : "");
        }

        // The state that is shown: the newest, or that of an earlier moment.
        let scene = null, levels = { apps: [], ports: [] }, moments = [], chosen = -1, offset = 0, now = 0;
        const shown = () => chosen < 0 ? scene : moments[chosen].scene;
        const isLive = () => chosen < 0;
        const clock = seconds => new Date((seconds + offset) * 1000).toTimeString().slice(0, 8);

        // One connection, and none while the page is not seen.
        let source = null, again = 0, hiding = 0;
        function connect() {
          clearTimeout(again);
          if (source) source.close();
          source = new EventSource("/events?token=" + encodeURIComponent(token));
          source.onopen = () => { moments = []; chosen = -1; link("is-live", "live"); };
          source.onerror = () => {
            say($("now"), "The console does not answer."); link("is-lost", "not connected");
            if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, 3000);
          };
          source.addEventListener("scene", event => { scene = JSON.parse(event.data); if (isLive()) show(); });
          source.addEventListener("levels", event => {
            levels = JSON.parse(event.data);
            const isFirst = !offset;
            now = levels.now; offset = Date.now() / 1000 - now;
            // Until now times were shown by the clock of the service.
            if (isFirst && scene) show(); else if (isLive()) showLevels();
          });
          source.addEventListener("surroundings", event => { around = JSON.parse(event.data); showSurroundings(); });
          source.addEventListener("moment", event => {
            const moment = JSON.parse(event.data), last = moments[moments.length - 1];
            // The service was started anew: its clock begins again.
            if (last && moment.at < last.at) moments = [];
            moments.push(moment);
            if (moments.length > 500) { moments.shift(); if (chosen > 0) chosen--; }
            now = Math.max(now, moment.at);
            redraw();
          });
        }
        function link(kind, words) {
          $("link").className = "link " + kind; say($("link-words"), words);
          document.body.classList.toggle("is-lost", kind === "is-lost");
          enable();
          if (!isLost()) return;
          showLevels();
          say($("hint"), $("outputs").children.length ? "What is below was so when the service was last heard." : "");
        }
        const isLost = () => document.body.classList.contains("is-lost");
        /// Only what can be done can be pressed: players and instruments do not need the service.
        function enable() {
          for (const control of document.querySelectorAll(".act:not(#return):not([data-own]), .switch, #volume"))
            control.disabled = !isLive() || (isLost() && !(isServed() && control.closest("#players, #devices-box")));
        }
        const isServed = () => source && source.readyState === EventSource.OPEN;
        document.addEventListener("visibilitychange", () => {
          clearTimeout(hiding);
          if (document.hidden) {
            hiding = setTimeout(() => { source.close(); source = null; link("", "resting"); }, 10000);
          } else if (!source) connect();
        });

        // Acts of the person.
        let telling = 0;
        function tellNote(text) {
          clearTimeout(telling);
          $("note").hidden = !text; say($("note"), text);
          if (text) telling = setTimeout(() => tellNote(""), 8000);
        }
        function ask(path, body) {
          return fetch(path, { method: "POST", headers: { "X-Console-Token": token }, body });
        }
        async function act(...words) {
          try {
            const answer = await ask("/act", JSON.stringify(words.map(String)));
            tellNote(answer.ok ? "" : cap((await answer.text()).trim()) + ".");
          } catch { tellNote("The console does not answer."); }
        }

        """#

    private static let showing = #"""
        const portWords = {
          Speaker: "loudspeaker", Receiver: "earpiece", Headphones: "headphones", LineOut: "line output", LineIn: "line input",
          MicrophoneBuiltIn: "microphone", MicrophoneWired: "microphone of a headset", ContinuityMicrophone: "microphone of a telephone",
          BluetoothA2DPOutput: "Bluetooth, for music", BluetoothHFP: "Bluetooth, for calls", BluetoothLE: "Bluetooth LE",
          HDMIOutput: "HDMI", DisplayPort: "DisplayPort", USBAudio: "USB", CarAudio: "car", AirPlay: "AirPlay", Virtual: "virtual",
          PCI: "sound card" };
        const shapes = {
          speaker: "M4 9h4l5-4v14l-5-4H4z M16.5 9a4.2 4.2 0 0 1 0 6 M19 6.5a8 8 0 0 1 0 11",
          head: "M4 15v-2a8 8 0 0 1 16 0v2 M4 15h3v5H5a1 1 0 0 1-1-1z M20 15h-3v5h2a1 1 0 0 0 1-1z",
          microphone: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3z M6 11a6 6 0 0 0 12 0 M12 17v4 M9 21h6",
          bluetooth: "M7 8l10 8-5 4V4l5 4-10 8",
          plug: "M9 3v6 M15 3v6 M6 9h12v3a6 6 0 0 1-12 0z M12 18v3" };
        function shape(port) {
          if (/Bluetooth/.test(port.type)) return shapes.bluetooth;
          if (port.isInput) return shapes.microphone;
          if (/Headphones/.test(port.type)) return shapes.head;
          return /Speaker|Receiver|Car/.test(port.type) ? shapes.speaker : shapes.plug;
        }
        function plug(port) {
          const ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
          svg.setAttribute("viewBox", "0 0 24 24"); svg.setAttribute("class", "plug"); svg.setAttribute("aria-hidden", "true");
          path.setAttribute("d", shape(port)); svg.append(path);
          return svg;
        }
        const meter = name => make("div", { class: "meter", role: "meter", "aria-label": "Level of " + name, "aria-valuemin": -60,
          "aria-valuemax": 0, "aria-valuenow": -60, "aria-valuetext": "silence" }, make("i"));
        function level(element, peak) {
          const decibels = peak > 0 ? Math.max(-60, Math.min(0, 20 * Math.log10(peak))) : -60;
          element.firstChild.style.transform = "scaleX(" + ((decibels + 60) / 60).toFixed(3) + ")";
          element.classList.toggle("is-hot", peak > 0.99);
          element.setAttribute("aria-valuenow", Math.round(decibels));
          element.setAttribute("aria-valuetext", decibels > -60 ? Math.round(decibels) + " dB" : "silence");
        }

        function show() {
          const view = shown();
          if (!view) return;
          document.body.classList.toggle("is-past", !isLive());
          $("past").hidden = isLive();
          if (!isLive()) say($("past-words"), "As it was at " + clock(moments[chosen].at));
          if (view.missing) {
            say($("now"), cap(view.missing) + "."); link("is-lost", "no service");
            return;
          }
          if (source && source.readyState === EventSource.OPEN) link("is-live", "live");
          tellNow(view); showSurroundings(); showDevice(view); showApps(view); showPorts(view); showPermissions(view); showSimulation(view);
          showLevels();
          enable();
        }

        function tellNow(view) {
          say($("now"), view.headline || "Nothing sounds.");
          const outputs = view.ports.filter(port => !port.isInput && port.users).map(port => isolated(port.name));
          say($("hint"), outputs.length ? "The sound comes from " + joined(outputs) + ", at a volume of " + percent(view) + "." : "");
        }
        const percent = view => Math.round(view.device.volume * 100) + "\u00a0%";

        function showDevice(view) {
          const device = view.device, volume = $("volume");
          say($("about"), device.rate + " Hz, blocks of " + device.block + " frames");
          if (Date.now() - touched > 1000) volume.value = Math.round(device.volume * 100);
          volume.setAttribute("aria-valuetext", percent(view)); say($("volume-words"), percent(view));
          for (const [id, isSet, words] of [["ringer", device.isSilent, ["it rings", "it does not ring"]],
            ["lock", device.isLocked, ["it is open", "it is locked"]]]) {
            $(id).setAttribute("aria-checked", isSet); say($(id + "-words"), "· " + words[Number(isSet)]);
          }
          const facts = [device.noSound && "No sound: " + device.noSound, !device.isUp && "The media services are lost",
            device.isOutputMuted && "The output is muted", device.isMicrophoneMuted && "The microphone is muted",
            device.speaksInCalls && "Programs may speak in calls", ...device.call.map(cap)].filter(Boolean);
          list($("circumstances"), facts, fact => fact, fact => make("li", {}, fact), () => {});
        }

        function showApps(view) {
          $("no-apps").hidden = view.apps.length > 0;
          tellMore("more-apps", view.moreApps, "program", "; “audioctl status” lists them all");
          list($("apps"), view.apps, app => app.id, app => {
            const pause = make("button", { class: "act" }, "Play or pause");
            pause.addEventListener("click", () => act("remote", app.id, "toggle"));
            return make("li", { style: "--hue:" + hue(app.id) },
              make("div", { class: "line" }, make("i", { class: "dot" }), make("span", { class: "name" }), make("span", { class: "verdict" }),
                make("span", { class: "push" }, pause)),
              make("div", { class: "soft facts" }), meter(""), make("ul", { class: "why" }));
          }, (row, app) => {
            row.className = "is-" + app.heard;
            say(row.querySelector(".name"), app.label); say(row.querySelector(".verdict"), app.verdict);
            row.querySelector(".act").setAttribute("aria-label", "Play or pause " + isolated(app.label));
            // A mere recorder has no key and no level of its sound.
            row.querySelector(".act").hidden = row.querySelector(".meter").hidden = app.heard === "records";
            row.querySelector(".meter").setAttribute("aria-label", "Level of " + isolated(app.label));
            const facts = [app.title && "“" + isolated(app.title) + "”", app.outputs.length && "to " + joined(app.outputs.map(isolated)),
              app.inputs.length && (app.isRunning ? "records from " : "may record from ") + joined(app.inputs.map(isolated)) + (app.hears.length ? " (" + app.hears.join(", ") + ")" : ""),
              app.heard === "ducked" && app.gain !== null && app.gain + " dB", app.own !== null && app.own !== 1 && "own volume " + Math.round(app.own * 100) + " %",
              app.kind, app.lifecycle !== "foreground" && app.lifecycle, app.zone && app.zone !== "main" && "in " + app.zone];
            say(row.querySelector(".facts"), facts.filter(Boolean).join(" · "));
            list(row.querySelector(".why"), app.why, why => why.text + why.rule + why.by,
              why => make("li", {}, cap(why.text) + " ", make("small")), (line, why) =>
                say(line.querySelector("small"), "(" + [why.rule, why.by && isolated(why.by), "since " + clock(why.since)].filter(Boolean).join(", ") + ")"));
          });
        }

        function showLevels() {
          const past = !isLive() || isLost(), view = shown(), peaks = new Map();
          if (!past) view.ports.forEach((port, index) => peaks.set((port.isInput ? "inputs " : port.isRemote ? "rooms " : "outputs ") + port.uid, levels.ports[index]));
          [...$("apps").children].forEach((row, index) => level(row.querySelector(".meter"), past ? 0 : levels.apps[index] || 0));
          for (const place of ["outputs", "rooms", "inputs"])
            for (const row of $(place).children) level(row.querySelector(".meter"), peaks.get(place + " " + row.dataset.key) || 0);
        }

        function showPermissions(view) {
          $("no-permissions").hidden = view.permissions.length > 0;
          tellMore("more-permissions", view.morePermissions, "answer", "; “audioctl permissions” lists them all");
          list($("permissions"), view.permissions, permission => permission.key, permission => {
            const acts = make("div", { class: "acts push", role: "group" });
            for (const [word, answer] of [["Allow", "allow"], ["Deny", "deny"], ["Forget", "reset"]]) {
              const button = make("button", { class: "act", "data-answer": answer }, word);
              button.addEventListener("click", () => act("permissions", answer, permission.key));
              acts.append(button);
            }
            return make("li", {}, make("div", { class: "line" }, make("div", { class: "grow" }, make("span", { class: "name" }), " ",
              make("span", { class: "verdict" }), make("p", { class: "question" }), make("div", { class: "soft" })), acts));
          }, (row, permission) => {
            const { name, words, question, doing } = permission;
            const answer = { allow: "you allowed it", deny: "you denied it" }[permission.answer] || (question ? "" : "not answered");
            const now = permission.answer === "none" && !question && permission.now ? permission.now + " for now" : "";
            for (const [place, text] of [[".name", name], [".verdict", doing], [".question", question],
              [".soft", [question ? "" : cap(words), answer, now].filter(Boolean).join(" · ")]]) {
              row.querySelector(place).hidden = !text; say(row.querySelector(place), text);
            }
            row.querySelector(".acts").setAttribute("aria-label", name + " " + words);
            for (const button of row.querySelectorAll(".act")) {
              button.setAttribute("aria-label", button.textContent + ": " + name + " " + words);
              if (button.dataset.answer !== "reset") button.setAttribute("aria-pressed", button.dataset.answer === permission.answer);
              else button.hidden = permission.answer === "none";
            }
          });
        }

        function showSimulation(view) {
          $("simulation").hidden = !view.simulation;
          const sounds = actor => view.device.sounding.includes(actor);
          const names = { "line-out": "line output", bluetooth: "Bluetooth headset", "bluetooth-speaker": "Bluetooth loudspeaker", hdmi: "HDMI", usb: "USB" };
          const place = $("accessories");
          if (!place.children.length && view.accessories.length) {
            const choice = make("select", { id: "accessory", "aria-label": "Accessory", class: "act" },
              ...view.accessories.map(name => make("option", { value: name }, cap(names[name] || name))));
            const [into, out] = [["plug", "Plug in"], ["unplug", "Pull out"]].map(([word, text]) => {
              const button = make("button", { class: "act" }, text);
              button.addEventListener("click", () => act(word, choice.value));
              return button;
            });
            place.append(choice, into, out);
          }
          document.querySelector("[data-act='call ring']").setAttribute("aria-pressed", sounds("call"));
          document.querySelector("[data-act='alarm start']").setAttribute("aria-pressed", sounds("alarm"));
          document.querySelector("[data-act='assistant capturing']").setAttribute("aria-pressed", sounds("assistant"));
        }

        """#
}

extension ConsolePage {
    static let ports = """
        <section class="card" aria-labelledby="outputs-title"><h2 id="outputs-title">Outputs</h2>
        <p class="none" id="no-outputs">Nothing can be heard: there is no output.</p><ul class="rows" id="outputs"></ul>
        <div id="rooms-box" hidden><h3 id="rooms-title">In other rooms<small>on the network; alerts and calls stay here</small></h3>
        <ul class="rows" id="rooms" aria-labelledby="rooms-title"></ul></div></section>
        <section class="card" aria-labelledby="inputs-title"><h2 id="inputs-title">Microphones and other inputs</h2>
        <p class="none" id="no-inputs">There is no microphone.</p><ul class="rows" id="inputs"></ul>
        <p class="none" id="more-ports" hidden></p></section>
        """

    static let players = """
        <section class="card" id="players-box" aria-labelledby="players-title" hidden><h2 id="players-title">What is playing\
        <small>every media player of this desktop</small></h2><ul class="rows" id="players"></ul>
        <p class="none" id="more-players" hidden></p></section>
        """

    static let devices = """
        <section class="card" id="devices-box" aria-labelledby="devices-title"><h2 id="devices-title">Other devices</h2>
        <h3>Musical instruments (MIDI)</h3><p class="none" id="radio-words"></p>
        <ul class="rows" id="midi"></ul><p class="none" id="more-instruments" hidden></p>
        <div class="acts" style="margin-top: 10px" id="radio-acts" hidden><button class="act" id="search" aria-pressed="false">Look for Bluetooth instruments</button></div>
        <h3>Computer at the USB cable</h3><p class="none" id="cable-words"></p>
        <button class="switch" id="inter-device" role="switch" aria-checked="false" hidden><span>This device is its sound card\
        <em id="inter-device-words"></em></span><i></i></button>
        <h3>Audio network (AVB)</h3><p class="none" id="avb-words">No device of such a network is there.</p><ul class="rows" id="avb"></ul>
        <p class="note" id="device-note" role="alert" hidden></p></section>
        """

    /// The part of the script that shows outputs, players and devices.
    static let surrounding = #"""
        const milliseconds = port => Math.round(port.latency * 1000);
        /// Adds an output to those that play together, or takes it out.
        async function playToo(uid) {
          await act(shown().ports.some(port => port.uid === uid && port.isChosen) ? "part" : "join", uid);
        }
        function showPorts(view) {
          const outputs = view.ports.filter(port => !port.isInput), inputs = view.ports.filter(port => port.isInput);
          const chosen = outputs.filter(port => port.isChosen), far = outputs.filter(port => port.isRemote), near = outputs.filter(port => !port.isRemote);
          $("no-outputs").hidden = outputs.length > 0; $("no-inputs").hidden = inputs.length > 0; $("rooms-box").hidden = !far.length;
          for (const [place, ports] of [["outputs", near], ["rooms", far], ["inputs", inputs]]) {
            list($(place), ports, port => port.uid, port => {
              const line = make("div", { class: "line" }, plug(port), make("span", { class: "name" }));
              if (!port.isInput) {
                const use = make("button", { class: "act", "aria-pressed": "false" }), too = make("button", { class: "act", hidden: "" });
                use.addEventListener("click", () => act("pick", port.uid));
                too.addEventListener("click", () => playToo(port.uid));
                line.append(make("div", { class: "acts push" }, too, use));
              }
              return make("li", {}, line, make("div", { class: "soft facts" }), meter(port.name));
            }, (row, port) => {
              row.className = port.isRoute || port.isChosen ? "is-route" : "";
              say(row.querySelector(".name"), port.name);
              const users = port.users ? (port.isInput ? "recorded by " : "plays ") + port.users : "";
              const words = portWords[port.type] || port.type;
              const late = milliseconds(port) >= 40 ? "heard " + milliseconds(port) + " ms late" : "";
              say(row.querySelector(".facts"), [words === port.name.toLowerCase() ? "" : cap(words), late, users, port.why].filter(Boolean).join(" · "));
              const [too, use] = row.querySelectorAll(".act");
              if (!use) return;
              too.hidden = !view.canJoin || chosen.length < (port.isChosen ? 2 : 1);
              say(too, port.isChosen ? "Not here" : "Here too");
              too.setAttribute("aria-label", too.textContent + ": " + port.name);
              use.setAttribute("aria-pressed", port.isChosen); say(use, port.isChosen ? "Plays here" : "Play here");
              use.setAttribute("aria-label", use.textContent + ": " + port.name);
            });
          }
          tellMore("more-ports", view.morePorts, "output or input", "; “audioctl status” lists them all");
          const network = view.ports.filter(port => port.type === "AVB");
          $("avb-words").hidden = network.length > 0;
          list($("avb"), network, port => (port.isInput ? "in " : "out ") + port.uid, () => make("li", {}, make("div", { class: "line" },
            make("span", { class: "name" }), make("span", { class: "soft" }))), (row, port) => {
            say(row.querySelector(".name"), port.name);
            say(row.querySelector(".soft"), (port.isInput ? "input" : "output") + " of " + counted(port.channels, "channel") + ", " + view.device.rate + " Hz");
          });
        }

        let around = null;
        const statusWords = { Playing: "plays", Paused: "is paused", Stopped: "has stopped" };
        function key(word, label, player) {
          const button = make("button", { class: "act", "data-key": word }, label);
          button.addEventListener("click", () => act("player", word, player.name));
          return button;
        }
        function showPlayers() {
          $("players-box").hidden = !around.players.length;
          tellMore("more-players", around.morePlayers, "player", "");
          list($("players"), around.players, player => player.name, player => make("li", {},
            make("div", { class: "line" }, make("img", { class: "cover", alt: "", hidden: "" }),
              make("div", { class: "grow" }, make("div", { class: "name" }), make("div", { class: "soft" })),
              make("div", { class: "acts push", role: "group" }, key("previous", "Back", player), key("toggle", "Play", player), key("next", "Next", player)))),
          (row, player) => {
            say(row.querySelector(".name"), player.title || player.identity);
            say(row.querySelector(".soft"), [player.artist, player.album, player.title ? player.identity : "", statusWords[player.status]].filter(Boolean).join(" · "));
            const cover = row.querySelector("img");
            const wanted = player.picture ? "/picture?player=" + encodeURIComponent(player.name) + "&v=" + player.picture + "&token=" + encodeURIComponent(token) : "";
            if ((cover.getAttribute("src") || "") !== wanted) {
              cover.hidden = true;
              if (wanted) { cover.onload = () => cover.hidden = false; cover.src = wanted; } else cover.removeAttribute("src");
            }
            const may = { previous: player.canGoPrevious, toggle: player.canPlay, next: player.canGoNext };
            row.querySelector(".acts").setAttribute("aria-label", player.identity);
            for (const button of row.querySelectorAll(".act")) {
              button.hidden = !may[button.dataset.key];
              if (button.dataset.key === "toggle") say(button, player.status === "Playing" ? "Pause" : "Play");
              button.setAttribute("aria-label", button.textContent + ": " + player.identity);
            }
          });
        }

        const stageWords = { disconnected: "not connected", connecting: "connecting", connected: "connected, not ready yet", ready: "ready to play", failed: "could not be connected" };
        function showDevices() {
          const radio = { opening: "Bluetooth has not answered yet.", absent: "There is no Bluetooth here.", "no adapter": "This machine has no Bluetooth adapter.",
            off: "Bluetooth is turned off.", ready: "" }[around.bluetooth];
          const count = around.radio.length + around.cable.length;
          tellMore("more-instruments", around.moreInstruments, "instrument", "");
          say($("radio-words"), [count ? "" : "No instrument is connected.", radio].filter(Boolean).join(" "));
          $("radio-acts").hidden = around.bluetooth !== "ready";
          $("search").setAttribute("aria-pressed", around.isSearching);
          say($("search"), around.isSearching ? "Stop looking" : "Look for Bluetooth instruments");
          const all = [...around.cable.map(device => ({ ...device, key: "cable " + device.id, words: "by cable, " + device.ports.join(", ") })),
            ...around.radio.map(device => ({ ...device, key: "radio " + device.id, words: ["Bluetooth", stageWords[device.stage] + (device.failure ? ": " + device.failure : ""),
              device.isPaired ? "paired" : "", device.signal === null ? "" : device.signal > -60 ? "near" : device.signal > -80 ? "some metres away" : "far away"].filter(Boolean).join(", ") }))];
          list($("midi"), all, device => device.key, device => {
            const line = make("div", { class: "line" }, make("div", { class: "grow" }, make("div", { class: "name" }), make("div", { class: "soft" })));
            if (device.stage) {
              const acts = make("div", { class: "acts push", role: "group", "aria-label": device.name });
              for (const verb of ["connect", "disconnect", "forget"]) {
                const button = make("button", { class: "act", "data-verb": verb }, cap(verb));
                button.addEventListener("click", () => act("midi", verb, device.id));
                acts.append(button);
              }
              line.append(acts);
            }
            return make("li", {}, line);
          }, (row, device) => {
            say(row.querySelector(".name"), device.name); say(row.querySelector(".soft"), device.words);
            const isThere = ["connecting", "connected", "ready"].includes(device.stage);
            for (const button of row.querySelectorAll(".act")) {
              button.hidden = { connect: isThere, disconnect: !isThere, forget: !device.isPaired }[button.dataset.verb];
              button.setAttribute("aria-label", button.textContent + ": " + device.name);
            }
          });
          const { state, services } = around.interDevice, isOn = state === "on", names = services.join(", ");
          say($("cable-words"), { unsupported: "This machine cannot be a sound card: its kernel has no USB gadgets.",
            "no port": "This machine cannot be a sound card: none of its USB ports can be a device.",
            on: names && "Suspended meanwhile: " + names + ". Alerts stay on this device.", off: names && "Would suspend: " + names + "." }[state] || "");
          const toggle = $("inter-device");
          toggle.hidden = state !== "on" && state !== "off";
          toggle.setAttribute("aria-checked", isOn); say($("inter-device-words"), isOn ? "it is heard here" : "off");
        }
        function showSurroundings() { if (around) { showPlayers(); showDevices(); } }
        $("search").addEventListener("click", event => act("midi", "search", event.currentTarget.getAttribute("aria-pressed") === "true" ? "off" : "on"));
        $("inter-device").addEventListener("click", event => act("inter-device", event.currentTarget.getAttribute("aria-checked") === "true" ? "off" : "on"));

        """#
}

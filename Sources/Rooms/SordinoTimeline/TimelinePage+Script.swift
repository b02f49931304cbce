extension TimelinePage {
    /// The script of the page: tool tips, a hair line, zoom, and playing the sound of a port with a moving head.
    static let script = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const stage = $("stage"), scroller = $("scroller"), tip = $("tip"), cross = $("cross"), head = $("head");
        const duration = Number(stage.dataset.duration), labelWidth = 210;
        const trackWidth = () => stage.clientWidth - labelWidth;
        const secondAt = event => {
          const box = stage.getBoundingClientRect();
          return (event.clientX - box.left - labelWidth) / trackWidth() * duration;
        };
        const isOverTrack = event => event.clientX - scroller.getBoundingClientRect().left > labelWidth;

        // Tool tips and the hair line.
        document.addEventListener("mousemove", event => {
          const owner = event.target.closest && event.target.closest("[data-tip]");
          tip.style.opacity = owner ? 1 : 0;
          if (owner) {
            tip.textContent = owner.dataset.tip;
            tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
            tip.style.top = Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 8) + "px";
          }
          const second = secondAt(event);
          const inside = stage.contains(event.target) && isOverTrack(event) && second >= 0 && second <= duration;
          cross.style.opacity = inside ? 1 : 0;
          if (inside) {
            cross.style.left = second / duration * 100 + "%";
            cross.dataset.time = second.toFixed(2) + " s";
          }
        });

        // Zoom around the middle of what is seen.
        $("zoom").addEventListener("input", event => {
          const middle = (scroller.scrollLeft + (scroller.clientWidth - labelWidth) / 2) / trackWidth();
          document.documentElement.style.setProperty("--zoom", event.target.value);
          scroller.scrollLeft = middle * trackWidth() - (scroller.clientWidth - labelWidth) / 2;
        });

        // Sound: one byte per frame, µ-law, made into a WAVE file here.
        const decoded = {};
        function wave(port) {
          if (decoded[port]) return decoded[port];
          const source = $("sound" + port), bytes = atob(source.textContent), rate = Number(source.dataset.rate);
          const view = new DataView(new ArrayBuffer(44 + bytes.length * 2));
          const word = (at, text) => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
          word(0, "RIFF"); view.setUint32(4, 36 + bytes.length * 2, true); word(8, "WAVEfmt ");
          view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
          view.setUint32(24, rate, true); view.setUint32(28, rate * 2, true);
          view.setUint16(32, 2, true); view.setUint16(34, 16, true);
          word(36, "data"); view.setUint32(40, bytes.length * 2, true);
          for (let i = 0; i < bytes.length; i++) {
            const code = ~bytes.charCodeAt(i) & 255, exponent = code >> 4 & 7;
            const magnitude = ((code & 15) << 3 | 132) << exponent;
            view.setInt16(44 + i * 2, code & 128 ? 132 - magnitude : magnitude - 132, true);
          }
          return decoded[port] = URL.createObjectURL(new Blob([view], { type: "audio/wav" }));
        }
        const audio = new Audio(), play = $("play"), choice = $("port");
        function choose(port) {
          const at = audio.currentTime, going = !audio.paused;
          audio.src = wave(port); audio.currentTime = at; choice.value = port;
          if (going) audio.play();
        }
        function toggle() { if (!audio.src) choose(choice.value); audio.paused ? audio.play() : audio.pause(); }
        function seek(second) {
          if (play && !audio.src) choose(choice.value);
          audio.currentTime = Math.max(0, Math.min(second, duration - 0.05)); show();
        }
        function show() {
          head.style.opacity = 1; head.style.left = audio.currentTime / duration * 100 + "%";
          if (!play) return;
          $("clock").textContent = audio.currentTime.toFixed(1) + " s";
          play.textContent = audio.paused ? "▶" : "❚❚";
        }
        (function frame() { if (!audio.paused) show(); requestAnimationFrame(frame); })();
        if (play) {
          play.addEventListener("click", toggle);
          choice.addEventListener("change", () => choose(choice.value));
          for (const event of ["play", "pause", "ended"]) audio.addEventListener(event, show);
          for (const button of document.querySelectorAll(".listen"))
            button.addEventListener("click", () => { choose(button.dataset.port); audio.play(); });
          document.addEventListener("keydown", event => {
            if (event.code === "Space" && event.target === document.body) { event.preventDefault(); toggle(); }
          });
        }
        stage.addEventListener("click", event => { if (isOverTrack(event) && secondAt(event) >= 0) seek(secondAt(event)); });
        for (const row of document.querySelectorAll("tr[data-at]"))
          row.addEventListener("click", () => { seek(Number(row.dataset.at)); scrollTo({ top: 0, behavior: "smooth" }); });
        """#
}

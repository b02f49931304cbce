import SordinoTimeline

/// The page on which a person picks music for programs that ask for it.
extension ConsolePage {
    static func pickerAnswer() -> HTTPAnswer {
        let nonce = ConsoleGate.makeToken()
        let policy = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return HTTPAnswer(
            status: 200, type: "text/html; charset=utf-8", body: pickerHTML(nonce: nonce).utf8,
            more: [HTTPHead.Field("Content-Security-Policy", policy)])
    }

    private static func pickerHTML(nonce: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Choose music</title>
        <link rel="icon" href="data:,">
        <style>\(TimelinePage.style)
        \(style)
        .song { display: flex; gap: 12px; align-items: center; min-height: 44px; cursor: pointer; }
        .song input { width: 20px; height: 20px; flex: none; accent-color: var(--wave); }
        .text { min-height: 32px; padding: 4px 10px; border-radius: 8px; border: 1px solid var(--guide); color: var(--ink);
          background: var(--ground); }
        #offers { width: auto; max-width: 100%; }
        label { min-width: 0; max-width: 100%; }
        #songs + .acts { margin-top: 12px; }
        </style>
        </head>
        <body>
        <header><h1>Choose music</h1><p id="state" role="status">Asking the console.</p></header>
        <main>
        <section class="card" id="box" aria-labelledby="prompt" hidden><h2 id="prompt"></h2>
        <p class="soft" id="program"></p>
        <div class="acts" id="offers-box" hidden><label>Program that asks <select class="text" id="offers"></select></label></div>
        <div class="acts"><label>Look for <input class="text" id="text" type="search" maxlength="100" autocomplete="off"></label>
        <button class="act" id="back">Previous page</button><button class="act" id="on">Next page</button></div>
        <ul class="rows" id="songs" aria-labelledby="prompt"></ul>
        <div class="acts"><button class="act is-main" id="done">Done</button><button class="act" id="cancel">Cancel</button></div>
        </section>
        </main>
        <script nonce="\(nonce)">\(pickerScript)</script>
        </body>
        </html>

        """
    }

    /// Text from outside becomes part of the page only as text.
    private static let pickerScript = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const token = new URLSearchParams(location.search).get("token") || "";
        const question = { number: 0, text: "", from: 0 };
        let picked = new Map(), isSeveral = false, shown = "", asked = 0;
        const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };
        const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
        const ask = (path, body) => fetch(path, { method: "POST", headers: { "X-Console-Token": token }, body: JSON.stringify(body) });
        async function look() {
          const number = ++asked;
          try {
            const answer = await ask("/offers", question), words = answer.ok ? "" : (await answer.text()).trim();
            // An older answer does not take the place of a newer one.
            if (number !== asked) return;
            if (words) return say($("state"), words);
            show(await answer.json());
          } catch { say($("state"), "The console does not answer."); }
        }
        const waits = offer => offer.waits < 60 ? "" : ", waiting for " + counted(Math.floor(offer.waits / 60), "minute");
        /// The program as the system knows it: its own name can be any.
        const proven = offer => offer.key.replace(/^(app|program|elsewhere):/, "");
        function showOffers(page) {
          const count = page.offers.length;
          $("offers-box").hidden = count < 2;
          say($("state"), !count ? "No program asks for music." : count === 1 ? "" : counted(count, "program") + " ask; the oldest question comes first."
            + (page.isFull ? " No more can ask until you have answered one." : ""));
          const key = JSON.stringify(page.offers.map(offer => [offer.number, waits(offer)]));
          if ($("offers").dataset.key !== key) {
            $("offers").dataset.key = key;
            $("offers").replaceChildren(...page.offers.map(offer => {
              const option = document.createElement("option");
              option.value = offer.number; option.textContent = offer.program + " (" + proven(offer) + ")" + waits(offer);
              return option;
            }));
          }
          $("offers").value = page.number;
        }
        function show(page) {
          const offer = page.offers.find(offer => offer.number === page.number);
          $("box").hidden = !offer;
          showOffers(page);
          if (!offer) { picked.clear(); shown = ""; return; }
          if (offer.number !== question.number) { picked.clear(); Object.assign(question, { number: offer.number, text: "", from: 0 }); $("text").value = ""; }
          isSeveral = offer.isSeveral;
          say($("prompt"), offer.prompt || (isSeveral ? "Choose music" : "Choose a song"));
          say($("program"), "for " + offer.program + " (" + proven(offer) + ")" + waits(offer) + " · " + counted(page.count, "song"));
          $("back").disabled = page.from === 0; $("on").disabled = page.from + page.entries.length >= page.count;
          $("done").disabled = !picked.size;
          say($("done"), isSeveral && picked.size ? "Done, " + picked.size + " picked" : "Done");
          // The list is made anew only when it has changed, so that the focus stays.
          const key = JSON.stringify([offer.number, page.entries]);
          if (key === shown) return;
          shown = key;
          $("songs").replaceChildren(...page.entries.map(entry => {
            const box = document.createElement("input"), label = document.createElement("label"), item = document.createElement("li");
            box.type = isSeveral ? "checkbox" : "radio"; box.name = "song"; box.checked = picked.has(entry.id);
            box.addEventListener("change", () => {
              if (!isSeveral) picked.clear();
              if (box.checked) picked.set(entry.id, true); else picked.delete(entry.id);
              $("done").disabled = !picked.size;
              say($("done"), isSeveral && picked.size ? "Done, " + picked.size + " picked" : "Done");
            });
            const name = document.createElement("span"), facts = document.createElement("span");
            name.className = "name"; name.textContent = entry.title || "without a title";
            facts.className = "soft"; facts.textContent = [entry.artist, entry.album].filter(Boolean).join(" · ");
            label.className = "song"; label.append(box, name, facts); item.append(label);
            return item;
          }));
        }
        async function finish(items) {
          try {
            const answer = await ask("/pick", { number: question.number, items });
            if (answer.ok || answer.status === 409) { picked.clear(); shown = ""; }
            if (!answer.ok) say($("state"), (await answer.text()).trim());
            look();
          } catch { say($("state"), "The console does not answer."); }
        }
        $("done").addEventListener("click", () => finish([...picked.keys()]));
        $("cancel").addEventListener("click", () => finish([]));
        $("offers").addEventListener("change", () => {
          picked.clear(); $("text").value = "";
          Object.assign(question, { number: Number($("offers").value), text: "", from: 0 }); look();
        });
        $("text").addEventListener("input", () => { Object.assign(question, { text: $("text").value, from: 0 }); look(); });
        $("back").addEventListener("click", () => { question.from = Math.max(0, question.from - 40); look(); });
        $("on").addEventListener("click", () => { question.from += 40; look(); });
        // Only while the page is seen.
        setInterval(() => { if (!document.hidden) look(); }, 2000);
        look();

        """#
}

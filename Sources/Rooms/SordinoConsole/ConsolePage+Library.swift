extension ConsolePage {
    static let library = """
        <section class="card wideblock" aria-labelledby="library-title"><h2 id="library-title">Music library\
        <small id="library-words"></small></h2>
        <div class="timebar"><label>Look for <input class="text" id="library-text" type="search" maxlength="100" autocomplete="off"></label>
        <label>among <select id="library-list"><option value="songs">songs</option><option value="albums">albums</option></select></label>
        <button class="act is-main" id="library-open" data-own>Show</button></div>
        <div id="library-box" hidden><div class="acts" id="album-acts" hidden><button class="act" id="album-close" data-own>All albums</button></div>
        <ul class="rows" id="songs" aria-labelledby="library-title"></ul>
        <div class="acts" style="margin-top: 10px"><button class="act" id="songs-back" data-own>Previous page</button>
        <button class="act" id="songs-on" data-own>Next page</button></div></div></section>
        """

    /// The part of the script that shows the library, page by page.
    static let browsing = #"""
        const shelf = { list: "songs", text: "", album: "", from: 0 };
        let asked = 0;
        const minutes = seconds => Math.floor(seconds / 60) + ":" + String(Math.round(seconds % 60)).padStart(2, "0");
        async function browse(change) {
          Object.assign(shelf, { from: 0 }, change);
          const number = ++asked;
          say($("library-words"), "looking");
          try {
            const answer = await ask("/library", JSON.stringify(shelf));
            if (number !== asked) return;
            if (!answer.ok) { $("library-box").hidden = true; return say($("library-words"), (await answer.text()).trim()); }
            showShelf(await answer.json());
          } catch { say($("library-words"), "the console does not answer"); }
        }
        function showShelf(page) {
          const one = shelf.list === "albums" ? "album" : "song", last = page.from + page.entries.length;
          say($("library-words"), !page.count ? "nothing is found" : counted(page.count, one)
            + (page.entries.length < page.count ? ", " + (page.from + 1) + " to " + last : ""));
          $("library-box").hidden = false;
          $("album-acts").hidden = shelf.list !== "album";
          $("songs-back").hidden = $("songs-on").hidden = page.entries.length === page.count;
          $("songs-back").disabled = page.from === 0; $("songs-on").disabled = last >= page.count;
          $("songs").replaceChildren(...page.entries.map(entry => {
            const cover = make("div", { class: "cover" });
            if (entry.hasPicture) {
              const image = make("img", { alt: "", loading: "lazy", src: "/picture?song=" + entry.id + "&token=" + encodeURIComponent(token) });
              image.onerror = () => image.remove();
              cover.append(image);
            }
            const facts = entry.album !== undefined && one === "album" ? [entry.artist, counted(entry.count, "song")]
              : [entry.artist, entry.album, minutes(entry.seconds)];
            const line = make("div", { class: "line" }, cover, make("div", { class: "grow" }, make("div", { class: "name" }, entry.title || "without a title"),
              make("div", { class: "soft" }, facts.filter(Boolean).join(" · "))));
            if (one === "album") {
              const open = make("button", { class: "act push", "data-own": "", "aria-label": "Songs of " + (entry.title || "the songs without an album") }, "Songs");
              open.addEventListener("click", () => browse({ list: "album", album: entry.album, text: "" }));
              line.append(open);
            }
            return make("li", {}, line);
          }));
        }
        const begin = () => browse({ list: $("library-list").value, album: "", text: $("library-text").value });
        $("library-open").addEventListener("click", begin);
        $("library-text").addEventListener("keydown", event => { if (event.key === "Enter") begin(); });
        $("library-list").addEventListener("change", begin);
        $("album-close").addEventListener("click", () => { $("library-list").value = "albums"; begin(); });
        $("songs-back").addEventListener("click", () => browse({ from: Math.max(0, shelf.from - 40) }));
        $("songs-on").addEventListener("click", () => browse({ from: shelf.from + 40 }));

        """#
}

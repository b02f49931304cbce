import SordinoTimeline

/// The page: one document without anything from elsewhere.
///
/// Its timeline is drawn as that of a log.
enum ConsolePage {
    /// Returns the page as an answer.
    ///
    /// - Parameter hasLog: Whether a log was given, which has a page of its own.
    static func answer(hasLog: Bool) -> HTTPAnswer {
        // Only this script runs, even if a name of a program became part of the page.
        let nonce = ConsoleGate.makeToken()
        let policy = """
            default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return HTTPAnswer(
            status: 200, type: "text/html; charset=utf-8", body: html(nonce: nonce, hasLog: hasLog).utf8,
            more: [HTTPHead.Field("Content-Security-Policy", policy)])
    }

    /// Returns the page of a log, which has its own script and sounds, and no connection.
    static func answer(ofLog page: String) -> HTTPAnswer {
        let policy = """
            default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; media-src blob:; img-src data:; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        return HTTPAnswer(
            status: 200, type: "text/html; charset=utf-8", body: page.utf8,
            more: [HTTPHead.Field("Content-Security-Policy", policy)])
    }

    /// The page as one HTML document.
    static func html(nonce: String, hasLog: Bool) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Sound of this device</title>
        <link rel="icon" href="data:,">
        <style>\(TimelinePage.style)
        \(style)</style>
        </head>
        <body>
        <a class="skip" href="#who">Skip to the programs</a>
        <header><h1>Sound of this device</h1><p id="about"></p>
        <p class="link" id="link" role="status"><i></i><span id="link-words">connecting</span></p></header>
        <main>
        \(telling)
        <div class="columns">
        <div class="column">\(who)\(players)\(permissions)\(simulation)</div>
        <div class="column">\(device)\(ports)\(devices)</div>
        </div>
        \(timeline)
        \(library)
        \(policy)
        <footer><a id="picker" target="_blank" rel="noopener">Choose music for programs that ask for it</a>. \
        Whoever has this address can do what you can do with “audioctl”. \
        \(hasLog ? "<a id=\"log\" target=\"_blank\" rel=\"noopener\">The log that was given, as a timeline</a>" : "")</footer>
        </main>
        <div class="tip" id="tip" aria-hidden="true"></div>
        <script nonce="\(nonce)">\(script)</script>
        </body>
        </html>

        """
    }

    private static let telling = """
        <section class="bar" aria-label="What is heard">
        <div class="telling"><p class="now" id="now" aria-live="polite">Asking the service.</p>
        <p class="hint" id="hint"></p></div>
        <div class="past" id="past" hidden><span id="past-words"></span><button class="act is-main" id="return">Back to now</button></div>
        </section>
        """

    private static let who = """
        <section class="card" aria-labelledby="who"><h2 id="who" tabindex="-1">Who is heard, and why</h2>
        <p class="none" id="no-apps">No program uses sound.</p><ul class="rows" id="apps"></ul>
        <p class="none" id="more-apps" hidden></p></section>
        """

    private static let permissions = """
        <section class="card" aria-labelledby="may"><h2 id="may">What programs may do</h2>
        <p class="none" id="no-permissions">No program has asked for anything.</p><ul class="rows" id="permissions"></ul>
        <p class="none" id="more-permissions" hidden></p></section>
        """

    private static let device = """
        <section class="card" aria-labelledby="device"><h2 id="device">Device</h2>
        <div class="field"><label for="volume">Volume</label>
        <input id="volume" type="range" min="0" max="100" step="1" value="0"><output id="volume-words" for="volume"></output></div>
        <button class="switch" id="ringer" role="switch" aria-checked="false"><span>Ringer silent <em id="ringer-words"></em></span><i></i></button>
        <button class="switch" id="lock" role="switch" aria-checked="false"><span>Screen locked <em id="lock-words"></em></span><i></i></button>
        <ul class="why" id="circumstances"></ul>
        <p class="note" id="note" role="alert" hidden></p></section>
        """

    private static let simulation = """
        <section class="card" id="simulation" aria-labelledby="try" hidden><h2 id="try">Try it out\
        <small>this service allows simulation</small></h2>
        <div class="acts" role="group" aria-label="Telephone call">
        <button class="act" data-act="call ring">The phone rings</button>
        <button class="act" data-act="call accept">Accept</button>
        <button class="act" data-act="call decline">Decline</button>
        <button class="act" data-act="call end">Hang up</button></div>
        <div class="acts" role="group" aria-label="Alarm and assistant">
        <button class="act" data-act="alarm start">An alarm</button>
        <button class="act" data-act="alarm stop">Stop the alarm</button>
        <button class="act" data-act="assistant capturing">The assistant listens</button>
        <button class="act" data-act="assistant dismissed">Dismiss it</button></div>
        <div class="acts" id="accessories" role="group" aria-label="Plug in or pull out"></div></section>
        """

    private static let timeline = """
        <section class="card wideblock" aria-labelledby="past-title"><h2 id="past-title">What happened\
        <small>since this page is watched</small></h2>
        <div class="timebar"><button class="step" id="back" aria-label="Previous moment">‹</button>
        <button class="step" id="on" aria-label="Next moment">›</button>
        <input id="scrub" type="range" min="0" max="0" value="0" aria-label="Look at an earlier moment">
        <label>shows <select id="span"><option value="60">one minute</option><option value="300" selected>five minutes</option>
        <option value="1800">half an hour</option><option value="0">all</option></select></label></div>
        <div class="scroller" id="scroller" role="region" aria-label="Timeline, drawn" tabindex="0"><div class="stage" id="stage"></div></div>
        <div class="story" id="story" role="region" aria-label="What happened, as a list" tabindex="0"><ol id="moments"></ol></div></section>
        """
}

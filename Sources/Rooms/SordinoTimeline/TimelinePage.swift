import SordinoStories

/// Writes a timeline as one HTML file that needs nothing else: drawing, sound and list.
///
/// Every horizontal position is a percentage of the duration, so that the browser can widen the track without new
/// drawing; waveforms are stretched pictures.
package struct TimelinePage {
    let timeline: Timeline

    package init(_ timeline: Timeline) { self.timeline = timeline }

    /// The width for which labels are placed.
    ///
    /// In a browser with scripts, the script measures and places them again.
    private static let trackPixels = 1180.0
    private static let pixelsPerCharacter = 6.8
    private static let hues = [212, 152, 28, 328, 268, 188, 48, 0, 100, 240]

    /// The page as one HTML document.
    package var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escaped(timeline.title))</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        <a class="skip" href="#list">Skip the drawing</a>
        <header><h1>\(escaped(timeline.title))</h1><p>\(escaped(timeline.summary))</p></header>
        <main>
        \(bar)
        <div class="scroller" id="scroller" role="region" aria-label="Timeline, drawn" tabindex="0"><div class="stage" id="stage" data-duration="\(timeline.durationSeconds)">
        \(eventRow)
        \(ruler)
        <div class="section"><h2>Apps</h2></div>
        \(timeline.apps.enumerated().map { appRow($1, hue: Self.hues[$0 % Self.hues.count]) }.joined(separator: "\n"))
        <div class="section"><h2>What came out of the device</h2></div>
        \(timeline.mix.map { portRow($0, key: "all") } ?? "")
        \(timeline.ports.enumerated().map { portRow($1, key: "\($0)") }.joined(separator: "\n"))
        <div class="overlay" aria-hidden="true">\(guides)<div class="cross" id="cross"></div><div class="head" id="head"></div></div>
        </div></div>
        \(legend)
        \(story)
        \(list)
        </main>
        <div class="tip" id="tip" aria-hidden="true"></div>
        \(sounds)
        <script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    // MARK: - Around the drawing

    /// The sounds in the page: first the sum of all ports, then each port.
    private var audible: [(key: String, name: String, sound: Timeline.Sound)] {
        let mix = timeline.mix.flatMap { mix in mix.sound.map { ("all", "everything at once", $0) } }
        return (mix.map { [$0] } ?? [])
            + timeline.ports.enumerated().compactMap { index, port in
                port.sound.map { ("\(index)", "\(port.name) only", $0) }
            }
    }

    /// The controls and, in large type, the sentence for the present position; they stay at the top of the window.
    private var bar: String {
        let choices = audible.map { "<option value=\"\($0.key)\">\(escaped($0.name))</option>" }.joined()
        let (play, choice) =
            audible.isEmpty
            ? ("", "")
            : (
                "<button id=\"play\" title=\"Play or pause (space bar)\" aria-label=\"Play\">▶</button>",
                "<label>listen to <select id=\"port\">\(choices)</select></label>"
            )
        let hint = (audible.isEmpty ? "" : "▶ plays it. ") + "‹ and › go through it step by step."
        return """
            <section class="bar" aria-label="What just happened">
            <div class="controls">\(play)
            <button class="step" id="back" aria-label="Previous moment">‹</button>\
            <button class="step" id="on" aria-label="Next moment">›</button>
            <output id="clock" aria-live="off" aria-label="Position">0.0 s</output></div>
            <div class="telling"><p class="now" id="now" aria-live="polite">\
            \(escaped(timeline.sentences.first?.text ?? ""))</p>
            <p class="hint">\(hint)</p></div>
            <div class="controls">\(choice)
            <label>zoom <input id="zoom" type="range" min="1" max="12" step="0.1" value="1"></label></div>
            </section>
            """
    }

    /// The list of all sentences.
    private var story: String {
        let lines = timeline.sentences.map { sentence in
            """
            <li data-at="\(sentence.seconds)"><button class="jump">\(fixed(sentence.seconds, 1)) s</button>\
            <span>\(escaped(sentence.text))</span></li>
            """
        }
        return """
            <section class="story" id="story"><h2>What happened</h2>
            <ol>\(lines.joined(separator: "\n"))</ol></section>
            """
    }

    private var legend: String {
        """
        <div class="legend">
        <span><i class="key state active"></i>session active</span>
        <span><i class="key state interrupted"></i>interrupted</span>
        <span><i class="key heard"></i>what is let through (0 dB at the top, −48 dB at the bottom)</span>
        <span><i class="key played"></i>what the app plays</span>
        <span><i class="key ducked"></i>ducked</span>
        <span><i class="key silenced"></i>silenced</span>
        <span><i class="key told"></i>what the app is told</span>
        <span><i class="key did"></i>what the app does</span>
        </div>
        """
    }

    private var list: String {
        let rows = timeline.entries.map { entry in
            """
            <tr class="is-\(entry.kind.rawValue)" data-at="\(entry.seconds)"><td><button class="jump">\(fixed(entry.seconds, 3)) s\
            </button></td>\
            <td>\(escaped(entry.who))</td><td>\(escaped(entry.what))</td><td>\(escaped(entry.why))</td></tr>
            """
        }
        return """
            <section class="list" id="list"><h2 id="list-title">Every detail, with the rule behind it</h2>
            <div class="wide" role="region" aria-labelledby="list-title" tabindex="0">
            <table><thead><tr><th scope="col">time</th><th scope="col">who</th><th scope="col">what</th>\
            <th scope="col">why</th></tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody></table></div></section>
            """
    }

    private var sounds: String {
        audible.map { key, _, sound in
            "<script type=\"text/plain\" id=\"sound\(key)\" data-rate=\"\(sound.sampleRate)\">\(base64(sound.bytes))</script>"
        }.joined(separator: "\n")
    }

    // MARK: - Rows

    private var eventRow: String {
        let levels = placed(timeline.events)
        let marks = zip(timeline.events, levels).map { event, level in
            let side = isLate(event) ? "event late" : "event"
            return """
                <div class="\(side)" data-at="\(event.seconds)" style="left:\(percent(event.seconds));--level:\(level)" \(tip(event))>\
                <span>\(escaped(event.title))</span></div>
                """
        }
        let height = (levels.max() ?? 0) + 1
        return row(
            "events", label: "<b>Device</b><small>what its owner does, and the world</small>",
            extra: "--levels:\(height)"
        ) {
            marks.joined()
        }
    }

    private var ruler: String {
        let steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800]
        let step = steps.first { Double($0) * 13 > timeline.durationSeconds } ?? 86_400
        let ticks = stride(from: 0, through: timeline.durationSeconds, by: Double(step)).map { second in
            let text = "\(fixed(second, 0)) s"
            let side = isLate(Timeline.Mark(seconds: second, title: text)) ? "tick late" : "tick"
            return "<span class=\"\(side)\" style=\"left:\(percent(second))\">\(text)</span>"
        }
        return row("ruler", label: "") { ticks.joined() }
    }

    private var guides: String {
        timeline.events.map { "<i class=\"guide\" style=\"left:\(percent($0.seconds))\"></i>" }.joined()
    }

    private func appRow(_ app: Timeline.AppLane, hue: Int) -> String {
        let states = app.states.filter { $0.state != .inactive }.map { span in
            """
            <div class="state \(span.state.rawValue)" style="\(place(span.from, span.to))" \
            \(tip("\(app.name): session \(span.state.rawValue), \(fixed(span.from, 2)) to \(fixed(span.to, 2)) s"))></div>
            """
        }
        let label = "<b><i class=\"dot\"></i>\(escaped(app.name))</b><small>\(escaped(app.detail))</small>"
        let whole = 0..<timeline.durationSeconds
        let rails = (app.presence.isEmpty ? [whole] : app.presence).map { range in
            "<div class=\"there\" style=\"\(place(range.lowerBound, range.upperBound))\"></div>"
        }
        let (marks, levelCount) = marks(app)
        return row("app", label: label, extra: "--hue:\(hue);--levels:\(levelCount)") {
            "<div class=\"states\">\(rails.joined() + states.joined())</div>"
                + "<div class=\"gain\">\(gainDrawing(app))\(gainSpans(app))</div>"
                + "<div class=\"marks\">\(marks)</div>"
        }
    }

    private func portRow(_ port: Timeline.PortLane, key: String) -> String {
        let peak = port.waveform.peak > 0 ? "peak \(decibels(port.waveform.peakDecibels))" : "silent"
        let used = port.inUse.map { "<div class=\"inuse\" style=\"\(place($0.lowerBound, $0.upperBound))\"></div>" }
        let listen =
            port.sound == nil
            ? ""
            : "<button class=\"listen\" data-port=\"\(key)\" aria-label=\"Listen to \(escaped(port.name))\">▶</button>"
        let recording =
            port.fileName.isEmpty
            ? "" : "<small><a href=\"\(escaped(port.fileName))\">\(escaped(port.fileName))</a> · \(peak)</small>"
        let label = """
            <b>\(listen)\(escaped(port.name))</b><small>\(escaped(port.detail))</small>\(recording)
            """
        return row("port", label: label) {
            used.joined() + waveDrawing(port.waveform, called: "\(port.name): what it played, \(peak)")
        }
    }

    private func row(_ kind: String, label: String, extra: String = "", _ track: () -> String) -> String {
        "<div class=\"row \(kind)\" style=\"\(extra)\"><div class=\"label\">\(label)</div><div class=\"track\">\(track())</div></div>"
    }

    // MARK: - Inside a lane

    private func gainSpans(_ app: Timeline.AppLane) -> String {
        app.gains.filter { $0.cause != .full }.map { span in
            let seconds = "\(fixed(span.from, 2)) to \(fixed(span.to, 2)) s"
            let what = span.cause == .silenced ? "silenced" : "ducked to \(decibels(span.toDecibels))"
            let rule = span.rule.isEmpty ? "" : " by \(span.rule)"
            let room = (span.to - span.from) / timeline.durationSeconds * Self.trackPixels
            let glides = span.fromDecibels != span.toDecibels
            let short = span.cause == .silenced ? "silenced" : decibels(span.toDecibels)
            let cause = span.rule.prefix { $0 != ";" }.drop { $0 != ":" }
            // The longest text that fits; none during a glide.
            let texts = glides ? [] : [short + cause, short]
            let label = texts.first { Double($0.count) * Self.pixelsPerCharacter + 8 < room } ?? ""
            let choices = texts.isEmpty ? "" : " data-long=\"\(escaped(texts[0]))\" data-short=\"\(escaped(texts[1]))\""
            return """
                <div class="span \(span.cause.rawValue)" style="\(place(span.from, span.to))" \
                \(tip("\(app.name): \(what + rule), \(seconds)"))><span\(choices)>\(escaped(label))</span></div>
                """
        }.joined()
    }

    /// The marks of a lane, and the number of lines that their titles need.
    private func marks(_ app: Timeline.AppLane) -> (html: String, levelCount: Int) {
        let all = (app.notifications.map { ($0, "told") } + app.actions.map { ($0, "did") }).sorted {
            $0.0.seconds < $1.0.seconds
        }
        let levels = placed(all.map(\.0))
        let html = zip(all, levels).map { entry, level in
            let (mark, kind) = entry
            return """
                <div class="mark \(kind)\(isLate(mark) ? " late" : "")" data-at="\(mark.seconds)" \
                style="left:\(percent(mark.seconds));--level:\(level)" \(tip(mark))>\
                <i></i><span>\(escaped(mark.title))</span></div>
                """
        }.joined()
        return (html, (levels.max() ?? -1) + 1)
    }

    private func gainDrawing(_ app: Timeline.AppLane) -> String {
        let shapes = app.states.filter { $0.state != .inactive }.map { state in
            let points = gainPoints(app.gains, from: state.from, to: state.to).map {
                "\(place(in: 1000, $0.seconds)),\(fixedPoint(100 - height($0.decibels)))"
            }.joined(separator: " ")
            let (first, last) = (place(in: 1000, state.from), place(in: 1000, state.to))
            return
                "<polygon class=\"area\" points=\"\(first),100 \(points) \(last),100\"/><polyline class=\"line\" points=\"\(points)\"/>"
        }.joined()
        var wave = ""
        if let played = app.waveform {
            // Each app fills its lane: it shows how much of it passes, not which app is louder.
            let scale = played.peak > 0.05 ? 1 / played.peak : 1
            let heard = scaled(played, by: app.gains)
            wave =
                "<path class=\"played\" d=\"\(outline(played, \.high, \.low, scale))\"/>"
                + "<path class=\"passed\" d=\"\(outline(heard, \.high, \.low, scale))\"/>"
        }
        return drawing("\(app.name): what it plays, and how much of it is let through", wave + shapes)
    }

    /// A picture with a name for screen readers.
    private func drawing(_ name: String, _ shapes: String) -> String {
        """
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="\(escaped(name))">\(shapes)</svg>
        """
    }

    private func waveDrawing(_ waveform: Timeline.Waveform, called name: String) -> String {
        // One scale for all ports, so that they can be compared.
        let loudest = timeline.ports.map(\.waveform.peak).max() ?? 1
        let scale = loudest > 0.05 ? 1 / loudest : 1
        return drawing(
            name,
            "<path class=\"peaks\" d=\"\(outline(waveform, \.high, \.low, scale))\"/>"
                + "<path class=\"rms\" d=\"\(outline(waveform, \.rms, \.negatedRMS, scale))\"/>")
    }
}

// MARK: - Geometry

extension TimelinePage {
    fileprivate func percent(_ seconds: Double) -> String {
        "\(fixedPoint(seconds / timeline.durationSeconds * 100))%"
    }

    fileprivate func place(in width: Double, _ seconds: Double) -> String {
        fixedPoint(seconds / timeline.durationSeconds * width)
    }

    fileprivate func place(_ from: Double, _ to: Double) -> String {
        "left:\(percent(from));width:\(percent(max(to - from, 0)))"
    }

    fileprivate func tip(_ mark: Timeline.Mark) -> String {
        let detail = mark.detail.isEmpty ? "" : "\n\(mark.detail)"
        return tip("\(fixed(mark.seconds, 3)) s  \(mark.title + detail)")
    }

    /// The attributes of something with a tip: the text is also its name, and keys lead to it.
    fileprivate func tip(_ text: String) -> String {
        "role=\"img\" tabindex=\"-1\" aria-label=\"\(escaped(text))\" data-tip=\"\(escaped(text))\""
    }

    /// The height of a gain in a lane of 100: 0 dB at the top, −48 dB and less at the bottom.
    fileprivate func height(_ decibels: Double) -> Double { max(0, min(100, (decibels + 48) / 48 * 100)) }

    /// Returns the signal behind the stage: the waveform times the gain of each moment.
    fileprivate func scaled(_ waveform: Timeline.Waveform, by gains: [Timeline.GainSpan]) -> Timeline.Waveform {
        var result = waveform
        let count = Double(max(waveform.columns.count, 1))
        for index in result.columns.indices {
            let seconds = (Double(index) + 0.5) / count * timeline.durationSeconds
            let factor = Float(gain(at: seconds, gains))
            result.columns[index].low *= factor
            result.columns[index].high *= factor
            result.columns[index].rms *= factor
        }
        return result
    }

    /// The corners of the gain between two moments.
    fileprivate func gainPoints(
        _ gains: [Timeline.GainSpan], from: Double, to: Double
    ) -> [(seconds: Double, decibels: Double)] {
        var points: [(seconds: Double, decibels: Double)] = []
        for span in gains where span.to > from && span.from < to {
            points.append((max(span.from, from), span.from >= from ? span.fromDecibels : span.toDecibels))
            points.append((min(span.to, to), span.toDecibels))
        }
        return points.isEmpty ? [(from, 0), (to, 0)] : points
    }

    /// The linear gain at a moment; 1 where no span covers it.
    private func gain(at seconds: Double, _ gains: [Timeline.GainSpan]) -> Double {
        guard let span = gains.last(where: { $0.from <= seconds && seconds < $0.to }) else { return 1 }
        let part = span.to > span.from ? (seconds - span.from) / (span.to - span.from) : 1
        let (first, last) = (linear(span.fromDecibels), linear(span.toDecibels))
        return first + (last - first) * part
    }

    /// A closed shape around a signal, in a box of 1000 x 100.
    fileprivate func outline(
        _ waveform: Timeline.Waveform, _ upper: KeyPath<Timeline.Waveform.Column, Float>,
        _ lower: KeyPath<Timeline.Waveform.Column, Float>, _ scale: Float
    ) -> String {
        let count = waveform.columns.count
        guard count > 1 else { return "" }
        func point(_ index: Int, _ value: Float) -> String {
            let x = Double(index) / Double(count - 1) * 1000
            return "\(fixedPoint(x)) \(fixedPoint(50 - 48 * Double(max(-1, min(1, value * scale)))))"
        }
        let top = waveform.columns.indices.map { point($0, waveform.columns[$0][keyPath: upper]) }
        let bottom = waveform.columns.indices.reversed().map { point($0, waveform.columns[$0][keyPath: lower]) }
        return "M" + (top + bottom).joined(separator: "L") + "Z"
    }

    /// Returns whether a title must stand before its line, because there is no room after it.
    fileprivate func isLate(_ mark: Timeline.Mark) -> Bool {
        let room = (timeline.durationSeconds - mark.seconds) / timeline.durationSeconds * Self.trackPixels
        return Double(mark.title.count) * Self.pixelsPerCharacter + 14 > room
    }

    /// Returns the line of each title, chosen so that titles do not overlap.
    fileprivate func placed(_ marks: [Timeline.Mark]) -> [Int] {
        var taken: [[ClosedRange<Double>]] = []
        return marks.map { mark in
            let width = Double(mark.title.count) * Self.pixelsPerCharacter + 18
            let line = mark.seconds / timeline.durationSeconds * Self.trackPixels
            let place = isLate(mark) ? (line - width)...line : line...(line + width)
            let level = taken.firstIndex { !$0.contains { $0.overlaps(place) } } ?? taken.count
            if level == taken.count { taken.append([]) }
            taken[level].append(place)
            return level
        }
    }
}

extension Timeline.Waveform.Column {
    fileprivate var negatedRMS: Float { -rms }
}

/// Two decimals, and none for whole numbers.
private func fixedPoint(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return String(hundredths / 100) }
    let text = String(abs(hundredths))
    let digits = String(repeating: "0", count: max(0, 3 - text.count)) + text
    return (hundredths < 0 ? "-" : "") + digits.dropLast(2) + "." + digits.suffix(2)
}

import AVFAudio
import SordinoPolicy
import SordinoSimulator
import SordinoTimeline

extension ScenarioRun {
    private static let columnCount = 1450

    /// Returns the output of each port.
    package func recordings() -> [PortRecording] {
        var names: [String: Int] = [:]
        return device.outputs.map { output in
            names[output.portType.rawValue, default: 0] += 1
            let number = names[output.portType.rawValue] ?? 1
            return PortRecording(output, number: number, durationSeconds: durationSeconds)
        }
    }

    /// Returns the events as one value.
    package func timeline(_ outputs: [PortRecording]) -> Timeline {
        let diary = diary
        var timeline = Timeline(
            title: scenario.title, summary: scenario.summary, durationSeconds: durationSeconds)
        timeline.events = events
        timeline.apps = apps.map { lane($0, diary) } + actorLanes(diary)
        // Ports that were in use come first.
        let heard = outputs.filter { !ears.inUse($0.uid).isEmpty } + outputs.filter { ears.inUse($0.uid).isEmpty }
        timeline.ports = heard.map { output in
            var lane = Timeline.PortLane(
                name: output.name, detail: output.detail,
                waveform: Timeline.Waveform(channels: output.channels, columnCount: 2400), fileName: output.fileName)
            lane.inUse = ears.inUse(output.uid)
            if lane.waveform.peak > 0 {
                lane.sound = Timeline.Sound(channels: output.channels, sampleRate: output.sampleRate)
            }
            return lane
        }
        timeline.mix = mix(of: outputs.filter { output in output.channels.contains { $0.contains { $0 != 0 } } })
        return timeline
    }

    /// Returns the sum of all ports; nil if fewer than two ports played sound.
    private func mix(of outputs: [PortRecording]) -> Timeline.PortLane? {
        guard outputs.count > 1, let sampleRate = outputs.first?.sampleRate else { return nil }
        let sum = Timeline.Sound.mix(of: outputs.map(\.channels))
        var lane = Timeline.PortLane(
            name: "All together", detail: "what the owner hears",
            waveform: Timeline.Waveform(channels: [sum], columnCount: 2400), fileName: "")
        lane.sound = Timeline.Sound(channels: [sum], sampleRate: sampleRate)
        return lane
    }

    private func lane(_ app: PlayingApp, _ diary: DecisionDiary) -> Timeline.AppLane {
        let program = diary.programs.first { $0.app == app.app.context.id }
        var lane =
            program.map { diary.lane(of: $0, until: durationSeconds) }
            ?? Timeline.AppLane(name: app.script.name, detail: "")
        lane.actions = app.diary.map { Timeline.Mark(seconds: $0.seconds, title: $0.words) }
        if !app.players.isEmpty {
            lane.waveform = ears.waveform(
                of: app.script.name, columnCount: Self.columnCount, durationSeconds: durationSeconds)
        }
        return lane
    }

    private func actorLanes(_ diary: DecisionDiary) -> [Timeline.AppLane] {
        // The actor goes from ringing to speaking when the call is accepted.
        let accepted = scenario.scenes.first { scene in
            scene.acts.contains { $0.what == .device(.callAccepted) }
        }
        let answered = accepted?.seconds ?? durationSeconds
        let calls = diary.stretches(of: .call, until: durationSeconds).flatMap { stretch in
            [
                (stretch.from, min(stretch.to, answered), systemSounds[.ringtone]),
                (max(stretch.from, answered), stretch.to, systemSounds[.caller]),
            ].filter { $0.0 < $0.1 }
        }
        let alarms = diary.stretches(of: .alarm, until: durationSeconds).map {
            ($0.from, $0.to, systemSounds[.alarm])
        }
        return [
            actorLane("Phone", "the system's own: ringtone, then the caller", calls),
            actorLane("Alarm clock", "the system's own", alarms),
        ].filter { !$0.states.isEmpty }
    }

    private func actorLane(
        _ name: String, _ detail: String, _ parts: [(from: Double, to: Double, recording: Recording?)]
    ) -> Timeline.AppLane {
        var lane = Timeline.AppLane(name: name, detail: detail)
        lane.presence = parts.map { $0.from..<$0.to }
        lane.states = parts.map { Timeline.StateSpan(from: $0.from, to: $0.to, state: .active) }
        let sounds = parts.compactMap { part in part.recording.map { (part.from, part.to, $0) } }
        if !sounds.isEmpty {
            lane.waveform = ears.waveform(
                of: sounds, columnCount: Self.columnCount, durationSeconds: durationSeconds)
        }
        return lane
    }

    /// Leaves the page, the text and a recording of each port in a folder.
    ///
    /// - Returns: The text.
    /// - Throws: Foundation's error if the folder cannot be written.
    package func write(to folder: URL) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outputs = recordings()
        for output in outputs { try output.write(to: folder) }
        let timeline = timeline(outputs)
        let page = folder.appendingPathComponent("index.html")
        try TimelinePage(timeline).html.write(to: page, atomically: true, encoding: .utf8)
        try timeline.text.write(to: folder.appendingPathComponent("timeline.txt"), atomically: true, encoding: .utf8)
        return timeline.text
    }
}

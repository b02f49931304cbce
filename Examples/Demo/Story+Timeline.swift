import AVFAudio
import DemoTimeline
import SordinoPolicy
import SordinoSimulator

extension Story {
    private static let columnCount = 1450

    /// What happened, as one value.
    func timeline(_ outputs: [PortRecording]) -> Timeline {
        let duration = Self.durationSeconds
        var timeline = Timeline(
            title: "One phone, six voices",
            summary:
                "Each app has its own session and knows nothing of the others. What the owner heard, and by which rule.",
            durationSeconds: duration)
        timeline.events = events
        timeline.apps = apps.map(lane) + [phoneLane, clockLane]
        // Who was heard comes first.
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
        return timeline
    }

    private func lane(_ app: PlayingApp) -> Timeline.AppLane {
        let category = app.session.category.rawValue.replacing("AVAudioSessionCategory", with: "")
        let mode = app.session.mode.rawValue.replacing("AVAudioSessionMode", with: "")
        var lane = Timeline.AppLane(
            name: app.app.name, detail: mode == "Default" ? category : "\(category) · \(mode)")
        lane.states = watcher.states(of: app.app.context.id, until: Self.durationSeconds)
        lane.gains = watcher.gains(of: app.app.context.id, states: lane.states, until: Self.durationSeconds)
        lane.notifications = device.heard.filter { $0.app == app.app.name }.compactMap { entry in
            words(entry.notification).map { Timeline.Mark(seconds: entry.time, title: $0.title, detail: $0.detail) }
        }
        lane.actions = app.diary.map { Timeline.Mark(seconds: $0.seconds, title: $0.words) }
        lane.waveform = ears.waveform(
            of: app.app.name, columnCount: Self.columnCount, durationSeconds: Self.durationSeconds)
        return lane
    }

    private var phoneLane: Timeline.AppLane {
        let ringing = watcher.stretches(of: .call, until: Self.durationSeconds)
        // The actor goes from ringing to speaking when the call is accepted.
        let accepted = events.first { $0.title == "accepted" }?.seconds ?? Self.durationSeconds
        let parts = ringing.flatMap { stretch -> [(from: Double, to: Double, recording: Recording)] in
            [
                (stretch.from, min(stretch.to, accepted), recordings.ringtone),
                (max(stretch.from, accepted), stretch.to, recordings.podcast),
            ].filter { $0.0 < $0.1 }
        }
        return actorLane("Phone", "the system's own: ringtone, then the caller", parts)
    }

    private var clockLane: Timeline.AppLane {
        let parts = watcher.stretches(of: .alarm, until: Self.durationSeconds).map {
            ($0.from, $0.to, recordings.alarm)
        }
        return actorLane("Alarm clock", "the system's own", parts)
    }

    private func actorLane(
        _ name: String, _ detail: String, _ parts: [(from: Double, to: Double, recording: Recording)]
    ) -> Timeline.AppLane {
        var lane = Timeline.AppLane(name: name, detail: detail)
        lane.states = parts.map { Timeline.StateSpan(from: $0.from, to: $0.to, state: .active) }
        lane.waveform = ears.waveform(
            of: parts, columnCount: Self.columnCount, durationSeconds: Self.durationSeconds)
        return lane
    }

    /// A notification in the words of the drawing; nil for what would crowd it.
    private func words(_ notification: HeardNotification) -> (title: String, detail: String)? {
        switch notification {
        case .interruptionBegan(let reason): ("interruption began", reason == .default ? "" : "\(reason)")
        case .interruptionEnded(let shouldResume): (shouldResume ? "ended, should resume" : "ended", "")
        case .routeChanged(let reason, let from, let to):
            ("route changed", "\(reason): \(from.map(\.rawValue).joined()) → \(to.map(\.rawValue).joined())")
        case .silenceSecondaryAudioHint(let type): (type == .begin ? "be silent, please" : "may sound again", "")
        case .mediaServicesLost, .mediaServicesReset: ("\(notification)", "")
        case .outputVolume, .promptStyle, .availableInputsChanged, .playerInterruptionBegan,
            .playerInterruptionEnded:
            nil
        }
    }
}

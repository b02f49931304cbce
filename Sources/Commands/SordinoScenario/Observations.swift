import AVFAudio
import SordinoPolicy
import SordinoSimulator
import SordinoTimeline

/// The positions of the players and the ports in use, every few milliseconds.
struct Observations {
    let stepSeconds: Double
    /// By app: where in which recording each step found its players.
    private var played: [String: [(seconds: Double, recording: Recording, position: Double)]] = [:]
    /// By port UID: the moments at which sound was routed to it.
    private var used: [String: [Double]] = [:]

    init(stepSeconds: Double) { self.stepSeconds = stepSeconds }

    /// Records the positions of all players and the ports in use at this moment.
    @MainActor mutating func look(at seconds: Double, apps: [PlayingApp], diary: DecisionDiary) {
        for app in apps {
            for (_, player, recording) in app.players where player.isPlaying {
                played[app.app.name, default: []].append((seconds, recording, player.currentTime))
            }
            guard app.isPlaying else { continue }
            for port in app.session.currentRoute.outputs { used[port.uid, default: []].append(seconds) }
        }
        for actor in diary.soundingActors {
            for port in diary.outputs(of: .actor(actor)) { used[port.uid, default: []].append(seconds) }
        }
    }

    /// Returns the stretches of time in which a port was in use.
    func inUse(_ uid: String) -> [Range<Double>] {
        var stretches: [Range<Double>] = []
        for moment in used[uid] ?? [] {
            if let last = stretches.last, moment - last.upperBound < stepSeconds {
                stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, moment + stepSeconds)
            } else {
                stretches.append(moment..<moment + stepSeconds)
            }
        }
        return stretches
    }

    /// Returns an app's output before any gain.
    func waveform(of app: String, columnCount: Int, durationSeconds: Double) -> Timeline.Waveform {
        var columns = [Timeline.Waveform.Column](repeating: .init(), count: columnCount)
        for (seconds, recording, position) in played[app] ?? [] {
            add(recording, from: position, count: stepSeconds, at: seconds / durationSeconds, to: &columns)
        }
        return Timeline.Waveform(columns: columns)
    }

    /// Returns the output of an actor of the system: its recording, repeated.
    func waveform(
        of recordings: [(from: Double, to: Double, recording: Recording)], columnCount: Int, durationSeconds: Double
    ) -> Timeline.Waveform {
        var columns = [Timeline.Waveform.Column](repeating: .init(), count: columnCount)
        for (from, to, recording) in recordings {
            let loopSeconds = Double(recording.loop.samples.count) / recording.sampleRate
            for moment in stride(from: from, to: to, by: stepSeconds) {
                let position = (moment - from).truncatingRemainder(dividingBy: loopSeconds)
                add(recording, from: position, count: stepSeconds, at: moment / durationSeconds, to: &columns)
            }
        }
        return Timeline.Waveform(columns: columns)
    }

    private func add(
        _ recording: Recording, from position: Double, count seconds: Double, at part: Double,
        to columns: inout [Timeline.Waveform.Column]
    ) {
        let column = Int(part * Double(columns.count))
        let first = Int(position * recording.sampleRate)
        let last = min(first + Int(seconds * recording.sampleRate), recording.samples.count)
        guard columns.indices.contains(column), first < last else { return }
        let stretch = recording.samples[first..<last]
        columns[column].low = min(columns[column].low, stretch.min() ?? 0)
        columns[column].high = max(columns[column].high, stretch.max() ?? 0)
    }
}

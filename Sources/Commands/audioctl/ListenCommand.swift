import AVFAudio
import SordinoCommandLine
import SordinoSignal

/// Prints the artefacts in a sound file.
struct ListenCommand {
    let path: String
    let isJSON: Bool

    /// Frames that are examined at once, and the overlap of two pieces, which gives frames near an end their context.
    private static let pieceFrames = 1 << 20, sharedFrames = 1 << 14
    /// The maximum number of lines to print; further artefacts are only counted.
    private static let mostLines = 200

    func run() -> Commands.Status {
        do {
            let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
            let artefacts = try artefacts(in: file)
            let rate = file.processingFormat.sampleRate
            for artefact in artefacts.prefix(Self.mostLines) {
                ToolOutput.say(isJSON ? json(artefact, rate) : text(artefact, rate))
            }
            guard !isJSON else { return artefacts.isEmpty ? .done : .refused }
            let name = foreignText(path)
            if artefacts.isEmpty {
                ToolOutput.say("\(name): no artefacts in \(seconds(file.length, rate)) s\n")
                return .done
            }
            if artefacts.count > Self.mostLines {
                ToolOutput.say("... and \(artefacts.count - Self.mostLines) more\n")
            }
            let counts = Dictionary(grouping: artefacts, by: \.kind).map { ($0.key.rawValue, $0.value.count) }.sorted {
                $0 < $1
            }
            ToolOutput.say("\(name): \(counts.map { "\($0.1) x \($0.0)" }.joined(separator: ", "))\n")
            return .refused
        } catch {
            ToolOutput.complain("audioctl: \(foreignText(path)): \(error.localizedDescription)\n")
            return .misused
        }
    }

    private func artefacts(in file: AVAudioFile) throws -> [SoundArtefact] {
        let format = file.processingFormat
        let channelCount = Int(format.channelCount)
        // An offset is reported of the first piece only: later ones would repeat it.
        let detector = ArtefactDetector(sampleRate: format.sampleRate)
        var found: [SoundArtefact] = []
        var kept = [[Float]](repeating: [], count: channelCount)
        var start = 0
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.pieceFrames))
        else { return [] }
        while true {
            do { try file.read(into: buffer) } catch { if file.framePosition < file.length { throw error } }
            let count = Int(buffer.frameLength)
            let isLast = count == 0 || file.framePosition >= file.length
            guard let data = buffer.floatChannelData else { break }
            for channel in 0..<channelCount { kept[channel] += UnsafeBufferPointer(start: data[channel], count: count) }
            let held = kept.first?.count ?? 0
            let half = Self.sharedFrames / 2
            let wanted = (start == 0 ? 0 : half)..<(isLast ? held : max(held - half, 0))
            found += detector.artefacts(in: kept).compactMap { artefact in
                guard wanted.contains(artefact.frame), artefact.kind != .offset || start == 0 else { return nil }
                return SoundArtefact(
                    artefact.kind, channel: artefact.channel, frame: start + artefact.frame,
                    frameCount: artefact.frameCount, size: artefact.size)
            }
            if isLast { break }
            let dropped = max(held - Self.sharedFrames, 0)
            for channel in 0..<channelCount { kept[channel].removeFirst(dropped) }
            start += dropped
            buffer.frameLength = 0
        }
        return found
    }

    private func seconds(_ frames: Int64, _ rate: Double) -> String {
        String(format: "%.3f", Double(frames) / rate)
    }

    private func text(_ artefact: SoundArtefact, _ rate: Double) -> String {
        let level = String(format: "%.1f dB", 20 * log10(Double(max(artefact.size, 1e-9))))
        return "\(seconds(Int64(artefact.frame), rate)) s (frame \(artefact.frame)), channel \(artefact.channel + 1): "
            + "\(artefact.kind.rawValue), \(artefact.frameCount) \(artefact.frameCount == 1 ? "frame" : "frames"), \(level)\n"
    }

    private func json(_ artefact: SoundArtefact, _ rate: Double) -> String {
        let record: [String: Any] = [
            "seconds": Double(artefact.frame) / rate, "frame": artefact.frame, "channel": artefact.channel + 1,
            "kind": "\(artefact.kind)", "frames": artefact.frameCount, "size": Double(artefact.size),
        ]
        let data = (try? JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

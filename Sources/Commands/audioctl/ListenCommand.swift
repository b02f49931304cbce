import AVFAudio
import SordinoCommandLine
import SordinoSignal

/// Prints the artefacts in sound files.
struct ListenCommand {
    let paths: [String]
    let isJSON: Bool
    /// Indicates whether every artefact has its line of text.
    let printsAll: Bool

    /// Frames that are examined at once, and the overlap of two pieces, which gives frames near an end their context.
    private static let pieceFrames = 1 << 20, sharedFrames = 1 << 14
    /// The maximum number of lines to print of a kind; further artefacts are only counted.
    private static let mostLines = 20
    /// The surest kinds first: music has steps and ends of its own.
    private static let order: [SoundArtefact.Kind] = [
        .zeros, .repeated, .doubled, .gap, .edge, .clipping, .offset, .step,
    ]

    /// Returns the worst outcome of all files.
    func run() -> Commands.Status {
        paths.map(listen).max { $0.rawValue < $1.rawValue } ?? .done
    }

    private func listen(to path: String) -> Commands.Status {
        do {
            let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
            let artefacts = try artefacts(in: file)
            let rate = file.processingFormat.sampleRate
            if isJSON {
                for artefact in artefacts { ToolOutput.say(json(artefact, rate, path)) }
            } else {
                report(artefacts, rate, foreignText(path), file.length)
            }
            return artefacts.isEmpty ? .done : .refused
        } catch {
            ToolOutput.complain("audioctl: \(foreignText(path)): \(error.localizedDescription)\n")
            return .misused
        }
    }

    /// Prints the summary of all kinds, then the artefacts of each.
    private func report(_ artefacts: [SoundArtefact], _ rate: Double, _ name: String, _ length: Int64) {
        guard !artefacts.isEmpty else {
            return ToolOutput.say("\(name): no artefacts in \(seconds(length, rate)) s\n")
        }
        let byKind = Dictionary(grouping: artefacts, by: \.kind)
        let others = SoundArtefact.Kind.allCases.filter { !Self.order.contains($0) }
        let kinds = (Self.order + others).compactMap { kind in byKind[kind].map { (kind, $0) } }
        ToolOutput.say("\(name):\n")
        for (kind, found) in kinds {
            guard let worst = found.max(by: { $0.size < $1.size }) else { continue }
            let place = "\(level(worst)) at \(seconds(Int64(worst.frame), rate)) s"
            ToolOutput.say("  \(found.count) x \(kind.rawValue), the worst \(place)\n")
        }
        for (kind, found) in kinds {
            for artefact in printsAll ? found[...] : found.prefix(Self.mostLines) {
                ToolOutput.say(text(artefact, rate))
            }
            if !printsAll, found.count > Self.mostLines {
                ToolOutput.say("... and \(found.count - Self.mostLines) more of \(kind.rawValue) (--all prints them)\n")
            }
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
        "\(seconds(Int64(artefact.frame), rate)) s (frame \(artefact.frame)), channel \(artefact.channel + 1): "
            + "\(artefact.kind.rawValue), \(artefact.frameCount) \(artefact.frameCount == 1 ? "frame" : "frames"), \(level(artefact))\n"
    }

    private func level(_ artefact: SoundArtefact) -> String {
        String(format: "%.1f dB", 20 * log10(Double(max(artefact.size, 1e-9))))
    }

    private func json(_ artefact: SoundArtefact, _ rate: Double, _ path: String) -> String {
        let record: [String: Any] = [
            "file": path,
            "seconds": Double(artefact.frame) / rate, "frame": artefact.frame, "channel": artefact.channel + 1,
            "kind": "\(artefact.kind)", "frames": artefact.frameCount, "size": Double(artefact.size),
        ]
        let data = (try? JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

import SordinoSession
import SordinoSpeech
import SordinoWork

/// Turns an utterance into sound for the program, as fast as the voice speaks.
package enum SpeechWriter {
    /// Frames of one buffer at most.
    package static let bufferFrames = 8_192

    /// Speaks an utterance into buffers.
    ///
    /// - Parameters:
    ///   - parts: Called for each buffer, with the marks in it, whose frames count from the beginning of the utterance; at
    ///     last without frames. On the program's thread of speech; on a pulled device in the order of callbacks.
    package static func write(
        _ utterance: Speaker.Utterance, context: AppContext = .current, voices: VoiceProcess = .shared,
        parts: @escaping @Sendable ([Float], [SpeechMark]) -> Void
    ) {
        if context.system.workers.running == .inline {
            read(utterance, voices) { samples, marks in
                context.system.callbacks.deliver(.secondary, to: context) { parts(samples, marks) }
            }
            return
        }
        SpeechThread.of(context).thread.perform {
            AppContext.run(in: context) { read(utterance, voices, parts) }
        }
    }

    private static func read(
        _ utterance: Speaker.Utterance, _ voices: VoiceProcess, _ parts: ([Float], [SpeechMark]) -> Void
    ) {
        var reading = SpeechReading(utterance.script, utterance.settings, voices: voices)
        var frame = 0
        var carried: [SpeechMark] = []
        do throws(SpeechFailure) {
            while let part = try reading.read() {
                let marks =
                    carried
                    + part.marks.map { mark in
                        var placed = mark
                        placed.frame += frame
                        return placed
                    }
                // Marks without sound go with the next sound.
                guard !part.samples.isEmpty else {
                    carried = marks
                    continue
                }
                carried = []
                var rest = marks[...]
                for start in stride(from: 0, to: part.samples.count, by: bufferFrames) {
                    let end = min(start + bufferFrames, part.samples.count)
                    let isLast = end == part.samples.count
                    let here = rest.prefix { isLast || $0.frame < frame + end }
                    rest = rest.dropFirst(here.count)
                    parts(Array(part.samples[start..<end]), Array(here))
                }
                frame += part.samples.count
            }
        } catch { SpeechRemark.print("Sordino: \(error.sentence)") }
        parts([], carried)
    }
}

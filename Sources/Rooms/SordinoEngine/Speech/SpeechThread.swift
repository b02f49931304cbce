import SordinoHardware
import SordinoMedia
import SordinoRealtime
import SordinoSession
import SordinoSpeech
import SordinoWork

/// The thread of a program on which voices are waited for.
final class SpeechThread: Sendable {
    let thread = SerialThread()
    /// Keeps the resampler's tables, which take a while to make, from utterance to utterance.
    private let tables = Guarded<Lent<RateConversion>?>(nil)

    private init() { _ = thread.begin() }

    deinit { thread.end() }

    static func of(_ context: AppContext) -> SpeechThread {
        context.attachment(SpeechThread.self) { _ in SpeechThread() }
    }

    /// Makes the tables with which speech is brought to the rate of the device, on a thread of their own.
    func makeTables(for context: AppContext) {
        guard tables.withLock({ $0 == nil }) else { return }
        _ = startThreadIfPossible { [self] in
            let (speech, rate) = (Double(SpeechReading.sampleRate), context.system.hardware.timing.sampleRate)
            guard rate != speech else { return }
            let made = Lent(RateConversion(channelCount: 1, from: speech, to: rate, quality: .high))
            tables.withLock { $0 = made }
        }
    }
}

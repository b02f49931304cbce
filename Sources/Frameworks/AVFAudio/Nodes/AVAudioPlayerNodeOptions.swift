import Foundation
import SordinoGraph

/// Options for scheduling a buffer.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Takes the bits as they are.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Begins again at its end until something interrupts it.
    public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
    /// Begins in the middle of the playing sound, and drops everything that was scheduled before it.
    public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
    /// Begins at the end of the playing sound or of its current loop, and drops everything that was scheduled before
    /// it.
    public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)

    var player: PlayerOptions {
        var options: PlayerOptions = []
        if contains(.loops) { options.insert(.loops) }
        if contains(.interrupts) { options.insert(.interrupts) }
        if contains(.interruptsAtLoop) { options.insert(.interruptsAtLoop) }
        return options
    }
}

/// The moment at which a completion handler is called.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
    /// The player has taken the last frame; the data may be used again.
    case dataConsumed = 0
    /// The last frame has been rendered by the engine.
    case dataRendered = 1
    /// The last frame was played by the hardware; in manual rendering the same as rendered.
    case dataPlayedBack = 2

    var moment: PlayerCompletionMoment {
        switch self {
        case .dataConsumed: .consumed
        case .dataRendered: .rendered
        case .dataPlayedBack: .playedBack
        }
    }
}

/// Told which of the moments has come.
public typealias AVAudioPlayerNodeCompletionHandler = (AVAudioPlayerNodeCompletionCallbackType) -> Void

import Foundation
import SordinoMIDI

/// An event with bytes of the program, passed to its callback when the event is played.
///
/// - Source: Apple, AVFAudio, `AVMusicUserEvent`.
open class AVMusicUserEvent: AVMusicEvent {
    /// The bytes for the callback.
    let data: Data
    /// The number of bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: data.count) }

    /// Makes an event of its bytes.
    public init(data: Data) { self.data = data }

    override var stored: SequenceEvent.Kind? {
        .user([UInt8](data))
    }
}

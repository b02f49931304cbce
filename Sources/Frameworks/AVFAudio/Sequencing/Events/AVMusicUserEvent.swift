import Foundation
import SordinoMIDI

/// An event of the program's own, handed to its callback.
///
/// - Source: Apple, AVFAudio, `AVMusicUserEvent`.
open class AVMusicUserEvent: AVMusicEvent {
    /// The bytes.
    let data: Data
    /// The number of bytes.
    open var sizeInBytes: UInt32 { UInt32(clamping: data.count) }

    /// Makes an event.
    public init(data: Data) { self.data = data }

    override var stored: SequenceEvent.Kind? {
        .user([UInt8](data))
    }
}

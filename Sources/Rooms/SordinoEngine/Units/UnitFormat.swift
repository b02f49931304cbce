import CoreAudioTypes
import SordinoGraph
import SordinoSignal

/// The format of a unit's bus as programs exchange it in buffer lists: rate, channels, type of the samples.
package struct UnitFormat: Hashable, Sendable {
    /// The rate and the number of channels.
    package var bus: BusFormat
    /// The type of each sample; in the machine's byte order.
    package var kind: PackedSample
    /// Indicates whether all channels come in one buffer.
    package var isInterleaved: Bool

    /// Makes a format; 32-bit float in separate buffers by default.
    package init(_ bus: BusFormat, kind: PackedSample = .float32, isInterleaved: Bool = false) {
        self.bus = bus
        self.kind = kind
        self.isInterleaved = isInterleaved
    }
}

/// Statuses that render functions return, by Apple's names.
enum UnitStatus {
    static var noConnection: OSStatus { @_noAllocation @_noLocks get { -10876 } }
    static var invalidElement: OSStatus { @_noAllocation @_noLocks get { -10877 } }
    static var uninitialized: OSStatus { @_noAllocation @_noLocks get { -10867 } }
    static var tooManyFrames: OSStatus { @_noAllocation @_noLocks get { -10874 } }
    static var cannotDoInCurrentContext: OSStatus { @_noAllocation @_noLocks get { -10863 } }
    static var parameter: OSStatus { @_noAllocation @_noLocks get { -50 } }
}

import CoreAudioTypes
import SordinoGraph
import SordinoRealtime

/// The output busses of a unit whose own code fills the lists: each list is checked and given memory as in built-in
/// units.
///
/// - Thread: `prepare` and `retire` one at a time while nothing renders; blocks on one thread.
package final class UnitOutputs: Sendable {
    private let held = Held(UnitOutputsState())
    private let kept = Lent(Kept())
    private final class Kept { var planes: [PackedPlanes] = [] }

    /// Makes outputs that refuse every bus.
    package init() {}

    /// The render thread's part; valid as long as this object.
    var state: UnsafeMutablePointer<UnitOutputsState> { held.pointer }

    deinit { held.pointer.pointee.busses?.deallocate() }

    /// Makes room for blocks in the formats of all busses.
    package func prepare(_ formats: [UnitFormat], maximumFrameCount: Int) {
        retire()
        let planes = formats.map { PackedPlanes($0, maximumFrameCount: maximumFrameCount) }
        let busses = UnsafeMutablePointer<PackedPlanesState>.allocate(capacity: max(planes.count, 1))
        for (index, bus) in planes.enumerated() { (busses + index).initialize(to: bus.state) }
        kept.value.planes = planes
        held.pointer.pointee = UnitOutputsState(busses: busses, count: planes.count)
    }

    /// Releases the room; blocks are refused from then on.
    package func retire() {
        held.pointer.pointee.busses?.deallocate()
        held.pointer.pointee = UnitOutputsState()
        kept.value.planes = []
    }
}

/// The render thread's part of `UnitOutputs`.
struct UnitOutputsState {
    var busses: UnsafeMutablePointer<PackedPlanesState>?
    var count = 0
}

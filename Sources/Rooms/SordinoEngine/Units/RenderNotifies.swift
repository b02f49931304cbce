import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import Synchronization

/// Functions of a program's that are called before and after each block of a unit; up to 16.
///
/// - Thread: adding and removing on any; `tell` on the render thread, without heap or lock.
package final class RenderNotifies: Sendable {
    private struct Kept {
        /// By place; what was removed stays in `gone`, because the render thread may still be in it.
        var present: [Int: UnsafeMutablePointer<ClientProc>] = [:]
        var gone: [UnsafeMutablePointer<ClientProc>] = []
    }

    static let limit = 16
    /// The render thread's part; valid as long as this object.
    package let state: RenderNotifiesState
    private let kept = Mutex(Kept())

    /// Makes an empty list.
    package init() {
        state = RenderNotifiesState(lent: Lent(.allocate(capacity: Self.limit)), count: Self.limit)
        for index in 0..<Self.limit { (state.places + index).initialize(to: Atomic(0)) }
    }

    deinit {
        kept.withLock { kept in
            for entry in kept.present.values { entry.deallocate() }
            for entry in kept.gone { entry.deallocate() }
        }
        state.places.deinitialize(count: Self.limit)
        state.places.deallocate()
    }

    /// Adds a function.
    ///
    /// - Returns: False if there are too many.
    package func add(_ proc: ClientProc) -> Bool {
        kept.withLock { kept in
            guard let free = (0..<Self.limit).first(where: { kept.present[$0] == nil }) else { return false }
            let entry = UnsafeMutablePointer<ClientProc>.allocate(capacity: 1)
            entry.initialize(to: proc)
            kept.present[free] = entry
            state.places[free].store(UInt(bitPattern: entry), ordering: .releasing)
            return true
        }
    }

    /// Removes a function that was added with this context; a call that is under way ends by itself.
    ///
    /// - Returns: False if there is none.
    package func remove(_ proc: ClientProc) -> Bool {
        kept.withLock { kept in
            guard let found = kept.present.first(where: { $0.value.pointee.isSame(proc) }) else { return false }
            state.places[found.key].store(0, ordering: .releasing)
            kept.present[found.key] = nil
            kept.gone.append(found.value)
            return true
        }
    }
}

/// The render thread's part of a list of functions.
package struct RenderNotifiesState: Sendable {
    let lent: Lent<UnsafeMutablePointer<Atomic<UInt>>>
    /// Addresses of `ClientProc`s, 0 for none.
    var places: UnsafeMutablePointer<Atomic<UInt>> { @_noAllocation @_noLocks get { lent.value } }
    let count: Int
}

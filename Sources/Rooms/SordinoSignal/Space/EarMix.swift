import SordinoRealtime

/// The two ears of a head in a scene, where all voices that are heard through it are added up.
///
/// Voices come as rows: the samples of an ear, delayed, with their shares in the head's components. When some have come
/// they are added to the lines of the components at once, and at the end of a piece each line is filtered by its
/// component.
package struct EarMix: BitwiseCopyable {
    /// Frames of a piece at most.
    package static var pieceFrames: Int {
        @_noAllocation @_noLocks get { 512 }
    }
    /// Frames of a row.
    package static var segmentFrames: Int {
        @_noAllocation @_noLocks get { 128 }
    }
    /// Rows of an ear and segment that are added up at once.
    static var rowLimit: Int {
        @_noAllocation @_noLocks get { 16 }
    }

    package let head: HeadTableView
    /// For each ear the lines of the components: the past that a filter needs, then the piece.
    let lines: UnsafeMutablePointer<Float>
    /// For each segment and ear `rowLimit` rows of `segmentFrames`.
    let rows: UnsafeMutablePointer<Float>
    /// Their shares, `componentLimit` for each row.
    let shares: UnsafeMutablePointer<Float>
    /// Rows that wait, for each segment.
    let counts: UnsafeMutablePointer<Int>
    /// Frames of the past in each line.
    let pastFrames: Int
    /// Frames since a row came; beyond the past all lines are zeros.
    var quietFrames = Int.max / 2
    /// Indicates whether a row has come in this piece.
    var hasRows = false
}

/// Makes and frees a mix.
package final class EarMixer {
    /// Belongs to the render thread.
    package let mix: UnsafeMutablePointer<EarMix>
    private let head: HeadTable
    private let memory: UnsafeMutablePointer<Float>
    private let counts: UnsafeMutablePointer<Int>

    /// Makes a mix for a head.
    ///
    /// - Thread: control.
    package init(_ head: HeadTable) {
        self.head = head
        let view = head.view
        let segments = EarMix.pieceFrames / EarMix.segmentFrames
        let past = (view.tapCount + 15) / 16 * 16
        let lines = 2 * view.componentCount * (past + EarMix.pieceFrames)
        let rows = segments * 2 * EarMix.rowLimit
        let count = lines + rows * (EarMix.segmentFrames + HeadTableView.componentLimit)
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        counts = .allocate(capacity: segments)
        counts.initialize(repeating: 0, count: segments)
        mix = .allocate(capacity: 1)
        mix.initialize(
            to: EarMix(
                head: view, lines: memory, rows: memory + lines, shares: memory + lines + rows * EarMix.segmentFrames,
                counts: counts, pastFrames: past))
    }

    deinit {
        mix.deallocate()
        counts.deallocate()
        memory.deallocate()
    }
}

/// The mixes of a scene's heads, as the render thread sees them.
package struct HeadMixes: BitwiseCopyable {
    package let sphere: UnsafeMutablePointer<EarMix>
    package let plain: UnsafeMutablePointer<EarMix>
    package let fine: UnsafeMutablePointer<EarMix>
    package let own: UnsafeMutablePointer<EarMix>

    /// Makes the mixes of a scene's heads; one may stand for several.
    package init(sphere: EarMixer, plain: EarMixer, fine: EarMixer, own: EarMixer) {
        (self.sphere, self.plain, self.fine, self.own) = (sphere.mix, plain.mix, fine.mix, own.mix)
    }

    /// Makes a scene with one head.
    package init(_ mixer: EarMixer) { (sphere, plain, fine, own) = (mixer.mix, mixer.mix, mixer.mix, mixer.mix) }
}

/// The paths of a voice to both ears: shares and weights of the left and the right ear.
struct EarPath: BitwiseCopyable {
    static var floatCount: Int {
        @_noAllocation @_noLocks get { 2 * (32 + 16) }
    }

    let memory: UnsafeMutablePointer<Float>

    @_noAllocation @_noLocks
    init(_ memory: UnsafeMutablePointer<Float>) { self.memory = memory }

    /// Shares in the head's components.
    @_noAllocation @_noLocks
    func shares(_ ear: Int) -> UnsafeMutablePointer<Float> { memory + ear &* 32 }

    /// The weights of the frames around the ear's delay.
    @_noAllocation @_noLocks
    func weights(_ ear: Int) -> UnsafeMutablePointer<Float> { memory + 64 + ear &* 16 }
}

/// Holds the sizes that an SBR element works with.
package struct SBRShape: Equatable, Sendable {
    /// Time slots of a frame: 16, or 15 for frames of 960 or 480 samples.
    package let timeSlotCount: Int
    /// QMF slots of a time slot: 2, or 1 for low delay.
    package let slotsPerTimeSlot: Int
    /// QMF slots that generated bands may reach into the next frame: 6, or 0 for low delay.
    package let overlap: Int

    /// QMF slots of a frame.
    package var slotCount: Int { timeSlotCount * slotsPerTimeSlot }
    /// Rows of low subbands that the generator looks at: two more for prediction, then the overlap.
    package var lowRowCount: Int { 2 + overlap + slotCount }

    /// Returns the shape for a core's frame length, or nil for a length that SBR does not have.
    package init?(coreFrameLength: Int, isLowDelay: Bool) {
        switch (coreFrameLength, isLowDelay) {
        case (1024, false), (512, true): timeSlotCount = 16
        case (960, false), (480, true): timeSlotCount = 15
        default: return nil
        }
        slotsPerTimeSlot = isLowDelay ? 1 : 2
        overlap = isLowDelay ? 0 : 6
    }
}

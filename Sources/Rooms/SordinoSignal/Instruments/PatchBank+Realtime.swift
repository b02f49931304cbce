extension PatchBankView {
    /// The program that a channel plays.
    ///
    /// - Parameters:
    ///   - bank: As SoundFont writes it: 128 for percussion.
    ///   - program: 0 to 127.
    /// - Returns: The program itself, else that of bank 0 (percussion: of the first kit), else nil.
    @_noAllocation @_noLocks
    package func patch(bank: Int, program: Int) -> Patch? {
        if count == 0 { return nil }
        if isMelodicOnly { return entries[0].patch }
        if let exact = exact(bank, program) { return exact }
        if bank == 128 { return exact(128, 0) }
        return exact(0, program)
    }

    @_noAllocation @_noLocks
    private func exact(_ bank: Int, _ program: Int) -> Patch? {
        let wanted = UInt32(truncatingIfNeeded: bank << 8 | program & 0x7F)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low &+ high) / 2
            if entries[middle].number < wanted { low = middle &+ 1 } else { high = middle }
        }
        return low < count && entries[low].number == wanted ? entries[low].patch : nil
    }
}

extension PatchZone {
    /// Indicates whether it sounds for a note.
    @_noAllocation @_noLocks
    func holds(key: Int, velocity: Int) -> Bool {
        key >= Int(keyLow) && key <= Int(keyHigh) && velocity >= Int(velocityLow) && velocity <= Int(velocityHigh)
    }
}

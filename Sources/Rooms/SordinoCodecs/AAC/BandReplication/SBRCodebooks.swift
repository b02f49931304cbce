/// Chooses the codebooks of delta-coded SBR values.
///
/// Source: ISO/IEC 14496-3, 4.6.18.3.5.
package enum SBRCodebooks {
    /// Returns the codebook of envelope deltas.
    ///
    /// - Parameters:
    ///   - balance: True for the second channel of a coupled pair.
    ///   - coarse: True for steps of 3 dB, false for 1.5 dB.
    ///   - overTime: True for deltas to the previous envelope, false for deltas to the band below.
    package static func envelope(balance: Bool, coarse: Bool, overTime: Bool) -> CodewordTable {
        switch (balance, coarse, overTime) {
        case (false, false, true): SBRCodebookTables.levelTime15
        case (false, false, false): SBRCodebookTables.levelFrequency15
        case (false, true, true): SBRCodebookTables.levelTime30
        case (false, true, false): SBRCodebookTables.levelFrequency30
        case (true, false, true): SBRCodebookTables.balanceTime15
        case (true, false, false): SBRCodebookTables.balanceFrequency15
        case (true, true, true): SBRCodebookTables.balanceTime30
        case (true, true, false): SBRCodebookTables.balanceFrequency30
        }
    }

    /// Returns the codebook of noise-floor deltas; parameters as in `envelope`.
    package static func noise(balance: Bool, overTime: Bool) -> CodewordTable {
        switch (balance, overTime) {
        case (false, true): SBRCodebookTables.noiseLevelTime30
        case (false, false): SBRCodebookTables.levelFrequency30
        case (true, true): SBRCodebookTables.noiseBalanceTime30
        case (true, false): SBRCodebookTables.balanceFrequency30
        }
    }
}

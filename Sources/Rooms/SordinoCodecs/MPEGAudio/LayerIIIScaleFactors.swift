/// The scale factors of one channel, and the gains that follow from them.
///
/// Source: ISO/IEC 11172-3, 2.4.2.7 and 2.4.3.4.7; ISO/IEC 13818-3, 2.4.3.2.
final class LayerIIIScaleFactors {
    /// The scale factors, band by band: of short blocks three windows to a band.
    private let factors = UnsafeMutablePointer<UInt8>.allocate(capacity: 48)
    /// The positions of intensity stereo, by band; `illegalPosition` where the band is not coded so.
    let positions = UnsafeMutablePointer<UInt8>.allocate(capacity: 48)
    /// The gain of each band.
    let gains = UnsafeMutablePointer<Float>.allocate(capacity: 48)

    /// The position of a band that is not coded by intensity.
    static let illegalPosition: UInt8 = 255

    init() { clear() }

    deinit {
        factors.deallocate()
        positions.deallocate()
        gains.deallocate()
    }

    /// Forgets the scale factors.
    func clear() {
        factors.initialize(repeating: 0, count: 48)
        positions.initialize(repeating: 0, count: 48)
        gains.initialize(repeating: 0, count: 48)
    }

    /// Reads the scale factors of MPEG-1.
    ///
    /// - Parameter shared: The groups of bands that keep the factors of the granule before; 0 for the first granule.
    func read(_ input: inout BitInput, _ granule: LayerIIIGranule, shared: Int) {
        let code = granule.scaleFactorCode & 15
        let low = Int(LayerIIIBands.widths[0][code])
        let high = Int(LayerIIIBands.widths[1][code])
        switch granule.bandKind {
        case 0:
            if shared & 8 == 0 { read(&input, 0..<6, low) }
            if shared & 4 == 0 { read(&input, 6..<11, low) }
            if shared & 2 == 0 { read(&input, 11..<16, high) }
            if shared & 1 == 0 { read(&input, 16..<21, high) }
            clear(21..<48)
        case 1:
            read(&input, 0..<18, low)
            read(&input, 18..<36, high)
            clear(36..<48)
        default:
            read(&input, 0..<17, low)
            read(&input, 17..<35, high)
            clear(35..<48)
        }
        for band in 0..<48 { positions[band] = factors[band] >= 7 ? Self.illegalPosition : factors[band] }
    }

    /// Reads the scale factors of the lower rates.
    ///
    /// - Parameter isIntensity: Whether the channel is the right one of intensity stereo.
    /// - Returns: Whether the gains get `LayerIIIBands.preemphasis`.
    func readLow(_ input: inout BitInput, _ granule: LayerIIIGranule, isIntensity: Bool) -> Bool {
        let code = granule.scaleFactorCode
        var widths = (0, 0, 0, 0)
        var partition = 0
        if isIntensity {
            let half = code >> 1
            if half < 180 {
                (widths, partition) = ((half / 36, half % 36 / 6, half % 6, 0), 3)
            } else if half < 244 {
                let rest = half - 180
                (widths, partition) = ((rest >> 4 & 3, rest >> 2 & 3, rest & 3, 0), 4)
            } else {
                (widths, partition) = (((half - 244) / 3, (half - 244) % 3, 0, 0), 5)
            }
        } else if code < 400 {
            widths = (code >> 4, code >> 4, code >> 2 & 3, code & 3)
            widths = (widths.0 / 5, widths.1 % 5, widths.2, widths.3)
        } else if code < 500 {
            let rest = code - 400
            (widths, partition) = (((rest >> 2) / 5, (rest >> 2) % 5, rest & 3, 0), 1)
        } else {
            (widths, partition) = (((code - 500) / 3, (code - 500) % 3, 0, 0), 2)
        }
        let counts = LayerIIIBands.groups[partition][granule.bandKind]
        var band = 0
        for index in 0..<4 {
            let width = index == 0 ? widths.0 : index == 1 ? widths.1 : index == 2 ? widths.2 : widths.3
            let end = band + Int(counts[index])
            read(&input, band..<end, width)
            let illegal = width > 0 ? 1 << width - 1 : 256
            for place in band..<end {
                positions[place] = Int(factors[place]) == illegal ? Self.illegalPosition : factors[place]
            }
            band = end
        }
        clear(band..<48)
        for place in band..<48 { positions[place] = 0 }
        return partition == 2
    }

    private func read(_ input: inout BitInput, _ bands: Range<Int>, _ width: Int) {
        for band in bands { factors[band] = UInt8(truncatingIfNeeded: input.bits(width)) }
    }

    private func clear(_ bands: Range<Int>) {
        for band in bands { factors[band] = 0 }
    }

    /// Computes the gains of all bands.
    ///
    /// - Parameter offset: Quarters of powers of two to add to all, -2 or 0.
    func computeGains(
        _ granule: LayerIIIGranule, hasPreemphasis: Bool, offset: Int, longBandCount: Int, _ tables: LayerIIITables
    ) {
        let base = granule.globalGain - 210 + offset - LayerIIITables.leastQuarters
        let shift = granule.scaleFactorScale + 1
        for band in 0..<longBandCount {
            let extra = hasPreemphasis && band < 22 ? Int(LayerIIIBands.preemphasis[band]) : 0
            gains[band] = tables.gains[base - (Int(factors[band]) + extra) << shift]
        }
        guard granule.blockType == 2 else { return }
        let windows = (granule.windowGains.0 * 8, granule.windowGains.1 * 8, granule.windowGains.2 * 8)
        var band = longBandCount
        while band + 2 < 48 {
            gains[band] = tables.gains[base - windows.0 - Int(factors[band]) << shift]
            gains[band + 1] = tables.gains[base - windows.1 - Int(factors[band + 1]) << shift]
            gains[band + 2] = tables.gains[base - windows.2 - Int(factors[band + 2]) << shift]
            band += 3
        }
    }
}

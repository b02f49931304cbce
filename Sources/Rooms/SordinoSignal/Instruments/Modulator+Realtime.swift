import SordinoRealtime

extension ModulatorSource {
    /// The curve's value for a controller's.
    ///
    /// - Parameter value: 0 to 1.
    /// - Returns: 0 to 1, or -1 to 1 for a bipolar source.
    @_noAllocation @_noLocks
    package func curve(_ value: Float) -> Float {
        let isDown = bits & 0x100 != 0
        let up = isDown ? 1 - value : value
        let isBipolar = bits & 0x200 != 0
        switch bits >> 10 {
        case 1:
            if !isBipolar { return Self.concave(up) }
            return up >= 0.5 ? Self.concave(2 * up - 1) : -Self.concave(1 - 2 * up)
        case 2:
            if !isBipolar { return 1 - Self.concave(1 - up) }
            return up >= 0.5 ? 1 - Self.concave(2 - 2 * up) : Self.concave(2 * up) - 1
        case 3: return up >= 0.5 ? 1 : isBipolar ? -1 : 0
        default: return isBipolar ? 2 * up - 1 : up
        }
    }

    /// Zero at 0; 1 where a square law is 96 dB down.
    @_noAllocation @_noLocks
    private static func concave(_ value: Float) -> Float {
        let rest = 1 - value
        if rest <= 0.003_981 { return 1 }
        return -(40.0 / 96.0) * RealtimeMath.log10(rest)
    }
}

/// The controllers of one MIDI channel, as modulators see them.
package struct ControllerValues: BitwiseCopyable {
    /// 128 controllers of 0 to 127; those with a fine half have it as a fraction.
    package let controllers: UnsafeMutablePointer<Float>
    /// Of -8192 to 8191.
    package var pitchBend: Float = 0
    /// Semitones that the pitch wheel bends to each side.
    package var pitchBendRange: Float = 2
    /// The pressure on the whole channel, 0 to 127.
    package var pressure: Float = 0

    /// Makes values over the memory of 128 controllers.
    package init(controllers: UnsafeMutablePointer<Float>) { self.controllers = controllers }
}

extension Modulator {
    /// Adds the output of modulators to generators, by the present controllers.
    ///
    /// - Parameters:
    ///   - key: Of the note, 0 to 127.
    ///   - velocity: Of the note, 0 to 127.
    ///   - keyPressure: Of the note, 0 to 127.
    ///   - links: Room for `count` numbers; a modulator that leads to another one comes before it in the list.
    @_noAllocation @_noLocks
    package static func add(
        _ modulators: UnsafePointer<Modulator>, count: Int, to generators: UnsafeMutablePointer<Float>, key: Float,
        velocity: Float, keyPressure: Float, controllers: ControllerValues, links: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<count { links[index] = 0 }
        for index in 0..<count {
            let modulator = modulators[index]
            var product = modulator.amount
            if modulator.source.bits & 0xFF == 127 {
                product *= modulator.source.curve(min(max(links[index], 0), 1))
            } else {
                product *= value(modulator.source, key, velocity, keyPressure, controllers)
            }
            if modulator.amountSource.bits & 0xFF != 0 {
                product *= value(modulator.amountSource, key, velocity, keyPressure, controllers)
            }
            if modulator.isAbsolute { product = abs(product) }
            let destination = Int(modulator.destination)
            if destination < Generator.count {
                generators[destination] += product
            } else if modulator.destination & linkFlag != 0 {
                let linked = destination & 0x7FFF
                if linked > index && linked < count { links[linked] += product }
            }
        }
    }

    @_noAllocation @_noLocks
    private static func value(
        _ source: ModulatorSource, _ key: Float, _ velocity: Float, _ keyPressure: Float,
        _ controllers: ControllerValues
    ) -> Float {
        let index = Int(source.bits & 0x7F)
        if source.bits & 0x80 != 0 {
            let value = controllers.controllers[index]
            // The middle of a bipolar controller is 64, its end 127.
            if source.bits & 0x200 != 0 { return source.curve(value <= 64 ? value / 128 : 0.5 + (value - 64) / 126) }
            return source.curve(value / 127)
        }
        switch index {
        case 0: return 1
        case 2: return source.curve(velocity / 127)
        case 3: return source.curve(key / 127)
        case 10: return source.curve(keyPressure / 127)
        case 13: return source.curve(controllers.pressure / 127)
        case 14: return source.curve(0.5 + controllers.pitchBend / 16_384)
        case 16: return source.curve(controllers.pitchBendRange / 127)
        default: return 0
        }
    }
}

import AllocationProbe
import CKernels
import SordinoRealtime
import Testing

@testable import SordinoSignal

/// A voice in a scene with planes of its own.
private final class Scene {
    let voice: UnsafeMutablePointer<SpatialVoice>
    let head: HeadTable
    let ears: EarMixer
    let ring: LoudspeakerRing
    let scratch: UnsafeMutablePointer<Float>
    var wish = VoiceWish()
    var curve = DistanceCurve()
    let places: [ChannelPlace]

    init(_ way: VoiceWay, at place: SpacePoint, places: [ChannelPlace] = [.left, .right]) {
        voice = .allocate(capacity: 1)
        voice.initialize(to: SpatialVoice())
        head = .sphere(sampleRate: 48_000)
        ears = EarMixer(head)
        ring = LoudspeakerRing(places: places)
        scratch = .allocate(capacity: SpatialVoice.scratchFloatCount)
        scratch.initialize(repeating: 0, count: SpatialVoice.scratchFloatCount)
        self.places = places
        wish.way = way
        wish.values.place = place
    }

    deinit {
        voice.pointee.deallocate()
        voice.deallocate()
        scratch.deallocate()
    }

    /// Renders samples in blocks; before each block `before` may change the request.
    func render(_ samples: [Float], block: Int = 512, before: (Int) -> Void = { _ in }) -> [[Float]] {
        let planes = Planes(channelCount: places.count, frameCount: samples.count)
        var start = 0
        while start < samples.count {
            let count = min(block, EarMix.pieceFrames, samples.count - start)
            if start % block == 0 { before(start) }
            let part = Planes(channelCount: places.count, frameCount: count)
            var scene = VoiceScene(
                outputs: part.pointers, channelCount: places.count, heads: HeadMixes(ears), ring: ring.view,
                sampleRate: 48_000, scratch: scratch)
            scene.curve = curve
            samples.withUnsafeBufferPointer {
                guard let input = $0.baseAddress else { return }
                voice.pointee.render(input + start, frameCount: count, wish: wish, scene: scene)
            }
            _ = scene.heads.finish(left: part.pointers[0], right: part.pointers[1], frameCount: count)
            for channel in places.indices {
                for frame in 0..<count { planes.pointers[channel][start + frame] = part.pointers[channel][frame] }
            }
            start += count
        }
        return places.indices.map { planes[$0] }
    }
}

private func sine(_ hertz: Double, _ count: Int) -> [Float] {
    (0..<count).map { Float(RealtimeMath.sin(2 * .pi * hertz * Double($0) / 48_000)) }
}

private func direction(_ azimuth: Double, _ elevation: Double = 0, metres: Double = 1) -> SpacePoint {
    let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
    let flat = metres * RealtimeMath.cos(e)
    return SpacePoint(
        Float(flat * RealtimeMath.sin(a)), Float(metres * RealtimeMath.sin(e)), Float(-flat * RealtimeMath.cos(a)))
}

@Suite struct ListenerPoseTests {
    @Test func aHeadTurnedToTheRightSeesTheRightAhead() {
        let pose = ListenerPose(position: SpacePoint(1, 2, 3), yaw: 90, pitch: 0, roll: 0)
        let seen = pose.seen(SpacePoint(2, 2, 3))
        #expect(abs(seen.x) < 1e-6 && abs(seen.y) < 1e-6 && abs(seen.z + 1) < 1e-6)
    }

    @Test func aHeadTiltedUpSeesTheSkyAheadAndOneTiltedOverTheRightEarOnItsLeft() {
        let up = ListenerPose(position: SpacePoint(0, 0, 0), yaw: 0, pitch: 90, roll: 0).seen(SpacePoint(0, 1, 0))
        #expect(abs(up.z + 1) < 1e-6)
        let tilted = ListenerPose(position: SpacePoint(0, 0, 0), yaw: 0, pitch: 0, roll: 90).seen(SpacePoint(0, 1, 0))
        #expect(abs(tilted.x + 1) < 1e-6)
    }

    @Test(arguments: [(30, 20, 10), (-170, -60, 45), (90, 0, -120), (0, 0, 0)] as [(Float, Float, Float)])
    func anglesAndVectorsAreTwoFormsOfOnePose(_ yaw: Float, _ pitch: Float, _ roll: Float) {
        let pose = ListenerPose(position: SpacePoint(0, 0, 0), yaw: yaw, pitch: pitch, roll: roll)
        let again = ListenerPose(position: SpacePoint(0, 0, 0), forward: pose.forward, up: pose.up)
        let angles = again.angles
        #expect(abs(angles.yaw - yaw) < 1e-3 && abs(angles.pitch - pitch) < 1e-3 && abs(angles.roll - roll) < 1e-3)
    }

    @Test func vectorsWithoutADirectionStillMakeAHead() {
        let bad: [(SpacePoint, SpacePoint)] = [
            (SpacePoint(0, 0, 0), SpacePoint(0, 0, 0)), (SpacePoint(0, 1, 0), SpacePoint(0, 1, 0)),
            (SpacePoint(.nan, 0, 0), SpacePoint(.infinity, 1, 0)),
        ]
        for (forward, up) in bad {
            let pose = ListenerPose(position: SpacePoint(.nan, 0, 0), forward: forward, up: up)
            for axis in [pose.forward, pose.up, pose.right] { #expect(abs(axis.length - 1) < 1e-5) }
            #expect(abs(pose.forward.dot(pose.up)) < 1e-5 && pose.position.x == 0)
        }
    }
}

@Suite struct DistanceCurveTests {
    @Test func curvesFollowTheFormulasOfOpenAL() {
        for model in 1...3 as ClosedRange<Int32> {
            for (reference, maximum, rolloff) in [(1, 100, 1), (2, 50, 0.5), (0.5, 1_000, 2)]
                as [(Double, Double, Double)]
            {
                var curve = DistanceCurve()
                (curve.model, curve.reference, curve.maximum) = (model, Float(reference), Float(maximum))
                curve.rolloff = Float(rolloff)
                for metres in [0.1, 1, 3, 17, 49, 99, 5_000] {
                    let d = min(max(metres, reference), maximum)
                    let wanted =
                        switch model {
                        case 1: RealtimeMath.pow(d / reference, -rolloff)
                        case 2: reference / (reference + rolloff * (d - reference))
                        default: max(1 - rolloff * (d - reference) / (maximum - reference), 0)
                        }
                    let gain = Double(curve.gain(at: Float(metres)))
                    #expect(abs(gain - wanted) < 1e-4 * max(wanted, 1e-2), "model \(model) at \(metres) m")
                }
            }
        }
    }

    @Test func aFormulaWithoutAValueAttenuatesNothing() {
        var curve = DistanceCurve()
        (curve.model, curve.reference, curve.maximum) = (3, 10, 10)
        #expect(curve.gain(at: 50) == 1)
        (curve.model, curve.reference) = (2, 0)
        #expect(curve.gain(at: 0).isFinite)
    }
}

@Suite struct PanningTests {
    @Test func equalPowerKeepsThePowerOnTheWholeCircle() {
        for azimuth in stride(from: -180.0, through: 180, by: 7.5) {
            let out = Scene(.equalPower, at: direction(azimuth)).render([Float](repeating: 1, count: 64))
            let power = Double(out[0][63] * out[0][63] + out[1][63] * out[1][63])
            #expect(abs(10 * RealtimeMath.log10(power)) < 0.01, "\(azimuth) degrees")
        }
        let middle = Scene(.equalPower, at: direction(0)).render([1])
        #expect(abs(decibels(Double(middle[0][0])) + 3.01) < 0.01 && middle[0] == middle[1])
        let right = Scene(.equalPower, at: direction(90)).render([1])
        #expect(right[0][0] == 0 && right[1][0] == 1)
    }

    private static let layouts: [[ChannelPlace]] = [4, 5, 6, 8, 12].compactMap { ChannelPlace.usual(channelCount: $0) }

    @Test(arguments: layouts.indices) func loudspeakersShareThePowerAndPointTheWay(_ index: Int) {
        let places = Self.layouts[index]
        let angles = ChannelPlace.angles(of: places)
        let ring = LoudspeakerRing(places: places)
        var gains = [Float](repeating: 0, count: places.count)
        for azimuth in stride(from: -180.0, to: 180, by: 5) {
            ring.view.pan(direction(azimuth), into: &gains)
            let power = gains.reduce(0) { $0 + Double($1 * $1) }
            #expect(abs(10 * RealtimeMath.log10(power)) < 0.01)
            // The velocity vector points to the source wherever two loudspeakers stand less than 90 degrees apart.
            var (x, z) = (0.0, 0.0)
            let sounding = places.indices.filter { gains[$0] > 0 }
            for channel in sounding {
                guard let angle = angles[channel] else { continue }
                x += Double(gains[channel]) * RealtimeMath.sin(Double(angle.azimuth) * .pi / 180)
                z += Double(gains[channel]) * RealtimeMath.cos(Double(angle.azimuth) * .pi / 180)
            }
            let heard = RealtimeMath.atan2(x, z) * 180 / .pi
            let edges = sounding.compactMap { angles[$0]?.azimuth }
            if edges.count == 2, abs(edges[0] - edges[1]) < 90 {
                #expect(abs(heard - azimuth) < 0.5, "\(azimuth) degrees in \(places.count) channels")
            }
        }
        // At a loudspeaker that one alone is heard; low frequencies get nothing.
        for (channel, angle) in angles.enumerated() {
            guard let angle else {
                #expect(gains[channel] == 0)
                continue
            }
            ring.view.pan(direction(Double(angle.azimuth), Double(angle.elevation)), into: &gains)
            #expect(abs(gains[channel] - 1) < 1e-3, "channel \(channel) of \(places.count)")
        }
    }
}

@Suite struct HeadTableTests {
    @Test func aSphereIsLikeTheFreeFieldInTheBassAndTwiceAsLoudFacingTheTreble() {
        // Known limits of a rigid sphere: 0 dB at low frequencies everywhere, 6 dB at high ones in front of the ear.
        for angle in stride(from: 0.0, through: .pi, by: 0.3) {
            #expect(abs(decibels(HeadTable.sphereMagnitude(hertz: 20, incidence: angle))) < 0.2)
        }
        #expect(abs(decibels(HeadTable.sphereMagnitude(hertz: 18_000, incidence: 0)) - 6) < 0.4)
        // Behind the sphere all ways round meet: louder there than beside it, however bright the sound.
        let (shadow, spot) = (
            HeadTable.sphereMagnitude(hertz: 6_000, incidence: 2.6),
            HeadTable.sphereMagnitude(hertz: 6_000, incidence: .pi)
        )
        #expect(spot > 1.5 * shadow)
    }

    @Test func theFarEarHearsLaterAsWoodworthSays() {
        for azimuth in [-90.0, -60, -35, 0, 12.5, 45, 90] {
            var impulse = [Float](repeating: 0, count: 256)
            impulse[10] = 1
            let out = Scene(.ears, at: direction(azimuth)).render(impulse)
            let lateral = azimuth * .pi / 180
            let wanted =
                HeadTable.woodworthDelay(incidence: .pi / 2 + abs(lateral))
                - HeadTable.woodworthDelay(incidence: .pi / 2 - abs(lateral))
            let seconds = (onset(out[0]) - onset(out[1])) / 48_000 * (azimuth < 0 ? -1 : 1)
            #expect(abs(seconds - wanted) < 25e-6, "\(azimuth) degrees: \(seconds * 1e6) us, not \(wanted * 1e6)")
        }
    }

    /// When a response has reached half of its first peak, between samples.
    private func onset(_ samples: [Float]) -> Double {
        let peak = samples.map(abs).max() ?? 0
        for index in 1..<samples.count where abs(samples[index]) > peak / 2 {
            let (a, b) = (abs(samples[index - 1]), abs(samples[index]))
            return Double(index - 1) + Double((peak / 2 - a) / (b - a))
        }
        return 0
    }

    @Test func theNearEarIsLouderAndAheadBothAreEqual() {
        let tone = sine(3_000, 4_800)
        let ahead = Scene(.ears, at: direction(0)).render(tone)
        #expect(zip(ahead[0], ahead[1]).allSatisfy { abs($0 - $1) < 1e-5 })
        let right = Scene(.ears, at: direction(90)).render(tone)
        let (left, near) = (
            SineFit(right[0][2_400...], cyclesPerSample: 3_000 / 48_000.0).amplitude,
            SineFit(right[1][2_400...], cyclesPerSample: 3_000 / 48_000.0).amplitude
        )
        // The difference that the sphere's formula gives, measured through filters, delays and interpolation.
        let wanted = decibels(
            HeadTable.sphereMagnitude(hertz: 3_000, incidence: 0)
                / HeadTable.sphereMagnitude(hertz: 3_000, incidence: .pi))
        #expect(abs(decibels(near / left) - wanted) < 0.5)
    }

    @Test func betweenTheEarsTheLevelFollowsTheFormulaInEveryThird() {
        for azimuth in [20.0, 47.5, 72.5, 110, 161] {
            for hertz in [250.0, 500, 1_000, 2_000, 4_000, 8_000, 12_500] {
                let lateral = RealtimeMath.sin(azimuth * .pi / 180)
                let incidence = RealtimeMath.atan2((1 - lateral * lateral).squareRoot(), lateral)
                // The power of five tones of the third: heard, and as the formula says; left, right.
                var (heard, wanted) = ([0.0, 0.0], [0.0, 0.0])
                for part in -2...2 {
                    let tone = hertz * RealtimeMath.exp2(Double(part) / 15)
                    let out = Scene(.ears, at: direction(azimuth)).render(sine(tone, 2_400))
                    for side in 0..<2 {
                        let level = SineFit(out[side][1_200...], cyclesPerSample: tone / 48_000).amplitude
                        let formula = HeadTable.sphereMagnitude(
                            hertz: tone, incidence: side == 1 ? incidence : .pi - incidence)
                        heard[side] += level * level
                        wanted[side] += formula * formula
                    }
                }
                let (heardDifference, wantedDifference) = (
                    10 * RealtimeMath.log10(heard[1] / heard[0]), 10 * RealtimeMath.log10(wanted[1] / wanted[0])
                )
                #expect(abs(heardDifference - wantedDifference) < 0.75, "\(hertz) Hz at \(azimuth) degrees")
            }
        }
    }
}

@Suite struct SpatialVoiceTests {
    @Test(arguments: [VoiceWay.equalPower, .ears]) func anySplitIntoBlocksGivesTheSameSamples(_ way: VoiceWay) {
        var numbers = Seeded(3)
        let noise = numbers.samples(3_000)
        let whole = Scene(way, at: direction(40, 10)).render(noise, block: 3_000)
        for block in [1, 64, 100, 512] {
            let parts = Scene(way, at: direction(40, 10)).render(noise, block: block)
            #expect(parts[0].bitPatterns == whole[0].bitPatterns && parts[1].bitPatterns == whole[1].bitPatterns)
        }
    }

    @Test(arguments: [VoiceWay.equalPower, .ears]) func aSourceThatJumpsDoesNotClick(_ way: VoiceWay) {
        let scene = Scene(way, at: direction(-80))
        let out = scene.render(sine(300, 24_000), block: 256) { start in
            if start >= 12_000 { scene.wish.values.place = direction(80, metres: 3) }
        }
        for side in out { #expect(treble(side) < -50) }
    }

    @Test func oneWayOfRenderingIsFadedIntoAnother() {
        let scene = Scene(.equalPower, at: direction(30))
        let out = scene.render(sine(300, 24_000), block: 256) { start in
            let ways: [VoiceWay] = [.equalPower, .ears, .ring, .ears, .equalPower]
            scene.wish.way = ways[start / 5_000]
        }
        for side in out { #expect(treble(side) < -45) }
    }

    /// The level of a signal above 6 kHz in its loudest millisecond, beside full scale.
    private func treble(_ samples: [Float]) -> Double {
        var kept = samples
        for _ in 0..<4 {
            // A difference over two frames in place, four times: 24 dB an octave, flat at 12 kHz.
            var last = (Float(0), Float(0))
            for index in kept.indices {
                let value = kept[index]
                kept[index] = (value - last.1) / 2
                last = (value, last.0)
            }
        }
        let peak = kept.dropFirst(200).map(abs).max() ?? 0
        return decibels(Double(peak))
    }

    @Test func aSourceThatCirclesKeepsItsToneClean() {
        // A quarter turn in a second: the tone at 1 kHz stands 80 dB above what is more than 60 Hz away from it.
        let scene = Scene(.ears, at: direction(0))
        let out = scene.render(sine(1_000, 48_000), block: 512) { start in
            scene.wish.values.place = direction(90 * Double(start) / 48_000)
        }
        let part = 4_096
        let fft = FFT(sampleCount: part)
        for side in out {
            let windowed = (0..<part).map { index -> Float in
                let turn = 2 * Double.pi * Double(index) / Double(part)
                let window =
                    0.35875 - 0.48829 * RealtimeMath.cos(turn) + 0.14128 * RealtimeMath.cos(2 * turn)
                    - 0.01168 * RealtimeMath.cos(3 * turn)
                return side[20_000 + index] * Float(window)
            }
            var real = [Float](repeating: 0, count: fft.binCount)
            var imaginary = real
            fft.transform.forward(windowed, real: &real, imaginary: &imaginary)
            let levels = real.indices.map { Double(real[$0] * real[$0] + imaginary[$0] * imaginary[$0]) }
            let tone = levels.max() ?? 0
            let bin = 1_000.0 / 48_000 * Double(part)
            let rest = levels.indices.filter { abs(Double($0) - bin) > 6 }.map { levels[$0] }.max() ?? 0
            #expect(10 * RealtimeMath.log10(rest / tone) < -80)
        }
    }

    @Test(arguments: [-6.0, -20, -60]) func obstructionTakesItsDecibelsAtFiveKilohertz(_ level: Double) {
        let scene = Scene(.equalPower, at: direction(90))
        scene.wish.values.obstruction = VoiceValues.pole(decibelsAt5kHz: Float(level), sampleRate: 48_000)
        for (hertz, wanted) in [(5_000.0, level)] {
            let out = scene.render(sine(hertz, 24_000))
            let heard = decibels(SineFit(out[1][12_000...], cyclesPerSample: hertz / 48_000).amplitude)
            #expect(abs(heard - wanted) < 0.1)
        }
    }

    @Test func renderingTouchesNoHeapAndSilenceComesToRest() {
        let scene = Scene(.ears, at: direction(10))
        _ = scene.render([Float](repeating: 0.5, count: 4_096))
        let planes = Planes(channelCount: 2, frameCount: 512)
        let view = VoiceScene(
            outputs: planes.pointers, channelCount: 2, heads: HeadMixes(scene.ears), ring: scene.ring.view,
            sampleRate: 48_000,
            scratch: scene.scratch)
        let voice = scene.voice
        var wish = scene.wish
        let heap = countingHeapCalls {
            for step in 0..<10 {
                wish.values.place = SpacePoint(Float(step), 0, -1)
                voice.pointee.render(planes.pointers[0], frameCount: 512, wish: wish, scene: view)
                _ = view.heads.finish(left: planes.pointers[0], right: planes.pointers[1], frameCount: 512)
            }
            for _ in 0..<10 {
                voice.pointee.render(nil, frameCount: 512, wish: wish, scene: view)
                _ = view.heads.finish(left: planes.pointers[0], right: planes.pointers[1], frameCount: 512)
            }
        }
        #expect(heap == .none)
        #expect(voice.pointee.isAtRest && view.heads.isAtRest)
    }

    @Test func placesThatAreNoNumbersAreHeardAhead() {
        let scene = Scene(.ears, at: SpacePoint(.nan, .infinity, 0).finite)
        #expect(scene.render(sine(500, 1_000)).allSatisfy { $0.allSatisfy(\.isFinite) })
    }

    @Test func earKernelsAreSumsOfProducts() {
        var numbers = Seeded(9)
        let (x, taps) = (numbers.samples(400), numbers.samples(24))
        let (old, new) = (numbers.samples(9), numbers.samples(9))
        for count in [1, 15, 16, 63, 64, 130, 300] {
            for later in [40, 33] {
                var sum = [Float](repeating: 0.25, count: count)
                var (row, grown, single) = (sum, sum, sum)
                x.withUnsafeBufferPointer {
                    guard let base = $0.baseAddress else { return }
                    ckernels_ear_add(&sum, base + 40, taps, 24, count)
                    ckernels_ear_row(&single, base + 40, old, count)
                    ckernels_ear_rows(&row, &grown, base + 40, old, base + later, new, 3, 0.01, count)
                }
                for index in 0..<count {
                    func filtered(_ taps: [Float], _ from: Int) -> Double {
                        taps.indices.reduce(0.0) { $0 + Double(taps[$1]) * Double(x[from + index - $1]) }
                    }
                    let (a, b, share) = (filtered(old, 40), filtered(new, later), Double(index + 3) * 0.01)
                    #expect(abs(Double(sum[index]) - 0.25 - filtered(taps, 40)) < 1e-5)
                    #expect(abs(Double(single[index]) - a) < 1e-5)
                    #expect(abs(Double(row[index]) - a - share * (b - a)) < 1e-5)
                    #expect(abs(Double(grown[index]) - share * (a + share * (b - a))) < 2e-5)
                }
            }
        }
    }

    @Test func matrixProductsAreSumsOfProducts() {
        var numbers = Seeded(10)
        let (a, b) = (numbers.samples(7 * 11), numbers.samples(7 * 50))
        for (rows, columns) in [(1, 1), (3, 17), (4, 16), (11, 50)] {
            var sum = [Float](repeating: 0.5, count: 11 * 50)
            // Once with the factors of a term side by side, once with those of a row.
            for (stride, step) in [(11, 1), (1, 7)] {
                for index in sum.indices { sum[index] = 0.5 }
                ckernels_products_add(&sum, 50, a, stride, step, b, 50, 7, rows, columns)
                for row in 0..<rows {
                    for column in 0..<columns {
                        let wanted = (0..<7).reduce(0.5) {
                            $0 + Double(a[$1 * stride + row * step]) * Double(b[$1 * 50 + column])
                        }
                        #expect(abs(Double(sum[row * 50 + column]) - wanted) < 1e-5)
                    }
                }
            }
        }
    }
}

@Suite struct SharedFiltersTests {
    @Test func filtersOfFewShapesAreExactWithAsManyComponents() {
        // 40 filters that are sums of 5 random ones, at levels from 1 to 1e-4.
        var numbers = Seeded(12)
        let shapes = numbers.samples(5 * 64)
        var filters = [Float](repeating: 0, count: 40 * 64)
        for index in 0..<40 {
            let shares = numbers.samples(5)
            let level = Float(RealtimeMath.pow(10, -Double(index % 5)))
            for tap in 0..<64 {
                for part in 0..<5 { filters[index * 64 + tap] += level * shares[part] * shapes[part * 64 + tap] }
            }
        }
        let shared = SharedFilters(filters, count: 40, tapCount: 64, sampleRate: 48_000, componentCount: 5)
        for index in 0..<40 {
            var (error, power) = (0.0, 0.0)
            for tap in 0..<64 {
                let sum = (0..<5).reduce(0.0) {
                    $0 + Double(shared.shares[index * 5 + $1]) * Double(shared.components[$1 * 64 + tap])
                }
                error += (sum - Double(filters[index * 64 + tap])) * (sum - Double(filters[index * 64 + tap]))
                power += Double(filters[index * 64 + tap]) * Double(filters[index * 64 + tap])
            }
            #expect(10 * RealtimeMath.log10(error / power) < -60, "filter \(index)")
        }
    }
}

import AVFAudio
import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// Effects and instruments: the defaults of their headers, their presets, what they do when they are bypassed.
    @Suite struct Units {
        @Test func defaultsOfADelay() {
            let delay = AVAudioUnitDelay()
            check("delay: delayTime", delay.delayTime, is: 1)
            check("delay: feedback", delay.feedback, is: 50)
            check("delay: lowPassCutoff", delay.lowPassCutoff, is: 15_000)
            check("delay: wetDryMix", delay.wetDryMix, is: 100)
            check("delay: bypass", delay.bypass, is: false)
        }

        @Test func defaultsOfADistortion() {
            let distortion = AVAudioUnitDistortion()
            check("distortion: preGain", distortion.preGain, is: -6)
            check("distortion: wetDryMix", distortion.wetDryMix, is: 50)
        }

        @Test(arguments: [1, 2, 10])
        func defaultsOfAnEQ(bands: Int) {
            let unit = AVAudioUnitEQ(numberOfBands: bands)
            check("EQ of \(bands): number of bands", unit.bands.count, is: bands)
            check("EQ of \(bands): globalGain", unit.globalGain, is: 0)
            for (index, band) in unit.bands.enumerated() {
                check("EQ of \(bands): type of band \(index)", band.filterType.rawValue, is: 0)
                check("EQ of \(bands): gain of band \(index)", band.gain, is: 0)
                check("EQ of \(bands): bypass of band \(index)", band.bypass)
                record("EQ of \(bands): frequency of band \(index)", band.frequency)
                record("EQ of \(bands): bandwidth of band \(index)", band.bandwidth)
            }
        }

        @Test func defaultsOfTimeEffects() {
            let pitch = AVAudioUnitTimePitch()
            check("time pitch: rate", pitch.rate, is: 1)
            check("time pitch: pitch", pitch.pitch, is: 0)
            check("time pitch: overlap", pitch.overlap, is: 8)
            check("varispeed: rate", AVAudioUnitVarispeed().rate, is: 1)
            record("reverb: wetDryMix", AVAudioUnitReverb().wetDryMix)
        }

        @Test func defaultsOfASampler() {
            let sampler = AVAudioUnitSampler()
            check("sampler: stereoPan", sampler.stereoPan, is: 0)
            check("sampler: globalTuning", sampler.globalTuning, is: 0)
            check("sampler: overallGain", sampler.overallGain, is: 0)
        }

        @Test(arguments: [-80, -40, 0, 20] as [Float])
        func aDistortionsGainIsKept(value: Float) {
            let unit = AVAudioUnitDistortion()
            unit.preGain = value
            check("distortion preGain \(value)", unit.preGain, is: value)
        }

        @Test(arguments: [0, 0.5, 1.5, 2])
        func aDelaysTimeIsKept(value: TimeInterval) {
            let unit = AVAudioUnitDelay()
            unit.delayTime = value
            check("delayTime \(value)", unit.delayTime, near: value)
        }

        @Test(arguments: [0, 25, 50, 100] as [Float])
        func mixesAreKept(value: Float) {
            let (delay, reverb, distortion) = (AVAudioUnitDelay(), AVAudioUnitReverb(), AVAudioUnitDistortion())
            (delay.wetDryMix, reverb.wetDryMix, distortion.wetDryMix) = (value, value, value)
            check("wetDryMix \(value) of a delay", delay.wetDryMix, is: value)
            check("wetDryMix \(value) of a reverb", reverb.wetDryMix, is: value)
            check("wetDryMix \(value) of a distortion", distortion.wetDryMix, is: value)
        }

        @Test(arguments: [-2400, -100, 0, 1200, 2400] as [Float])
        func aPitchIsKept(cents: Float) {
            let unit = AVAudioUnitTimePitch()
            unit.pitch = cents
            check("pitch \(cents)", unit.pitch, is: cents)
        }

        @Test(arguments: [0.25, 0.5, 1, 2, 4] as [Float])
        func ratesAreKept(rate: Float) {
            let (pitch, speed) = (AVAudioUnitTimePitch(), AVAudioUnitVarispeed())
            (pitch.rate, speed.rate) = (rate, rate)
            check("rate \(rate) of a time pitch", pitch.rate, is: rate)
            check("rate \(rate) of a varispeed", speed.rate, is: rate)
        }

        @Test(
            arguments: [
                (kAudioUnitSubType_Delay, "dely"), (kAudioUnitSubType_Distortion, "dist"),
                (kAudioUnitSubType_NBandEQ, "nbeq"),
                (kAudioUnitSubType_Reverb2, "rvb2"), (kAudioUnitSubType_LowPassFilter, "lpas"),
                (kAudioUnitSubType_HighPassFilter, "hpas"), (kAudioUnitSubType_BandPassFilter, "bpas"),
                (kAudioUnitSubType_HighShelfFilter, "hshf"), (kAudioUnitSubType_LowShelfFilter, "lshf"),
                (kAudioUnitSubType_ParametricEQ, "pmeq"), (kAudioUnitSubType_PeakLimiter, "lmtr"),
                (kAudioUnitSubType_DynamicsProcessor, "dcmp"),
            ] as [(OSType, String)])
        func applesEffectsAreFound(subType: OSType, name: String) throws {
            check("code of the effect \(name)", subType, is: code(name))
            var wanted = AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: subType,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            check("effects of the kind \(name)", AudioComponentCount(&wanted), is: 1)
            let component = try #require(AudioComponentFindNext(nil, &wanted))
            var found = AudioComponentDescription()
            check("description of \(name): status", AudioComponentGetDescription(component, &found), is: noErr)
            check("description of \(name): sub-type", found.componentSubType, is: subType)
            var instance: AudioComponentInstance?
            check("instance of \(name): status", AudioComponentInstanceNew(component, &instance), is: noErr)
            let unit = try #require(instance)
            defer { AudioComponentInstanceDispose(unit) }
            var (size, writable) = (UInt32(0), DarwinBoolean(false))
            let status = AudioUnitGetPropertyInfo(
                unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &size, &writable)
            check("parameters of \(name): status", status, is: noErr)
            check("parameters of \(name): there are some", size > 0)
            record("parameters of \(name): number", size / 4)
        }

        @Test(arguments: [0, 1, 2, 3])
        func aBypassedEffectIsTheIdentity(index: Int) throws {
            let effects = [
                AVAudioUnitDelay(), AVAudioUnitReverb(), AVAudioUnitDistortion(), AVAudioUnitEQ(numberOfBands: 2),
            ]
            let effect = effects[index]
            let name = String(describing: type(of: effect))
            effect.bypass = true
            let offline = try OfflineEngine()
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.attach(effect)
            offline.engine.connect(player, to: effect, format: offline.format)
            offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: offline.format)
            player.scheduleBuffer(try buffer([ramp(1..<1025), ramp(2001..<3025)]), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(1024, block: 512)
            check("a bypassed \(name): left", made[0], near: ramp(1..<1025), within: 0)
            check("a bypassed \(name): right", made[1], near: ramp(2001..<3025), within: 0)
        }

        @Test(arguments: [0, 10, 100])
        func aDelayIsAsLongAsItSays(milliseconds: Int) throws {
            let delay = AVAudioUnitDelay()
            (delay.delayTime, delay.feedback, delay.wetDryMix) = (Double(milliseconds) / 1000, 0, 100)
            let offline = try OfflineEngine(channels: 2)
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.attach(delay)
            offline.engine.connect(player, to: delay, format: offline.format)
            offline.engine.connect(delay, to: offline.engine.mainMixerNode, format: offline.format)
            let click = [[0.5] + zeros(99), [0.5] + zeros(99)]
            player.scheduleBuffer(try buffer(click), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(9600)[0]
            let place = made.indices.max { abs(made[$0]) < abs(made[$1]) } ?? -1
            record("frame of the loudest sample behind a delay of \(milliseconds) ms", place)
            if milliseconds > 0 {
                check("a delay of \(milliseconds) ms", Double(place), near: Double(48 * milliseconds), within: 48)
            }
        }

        @Test(arguments: [(AVAudioUnitEQFilterType.parametric, 1000.0), (.parametric, 4000), (.resonantLowPass, 1000)])
        func gainsOfAnEQAreRecorded(type: AVAudioUnitEQFilterType, frequency: Double) throws {
            let unit = AVAudioUnitEQ(numberOfBands: 1)
            let band = unit.bands[0]
            (band.filterType, band.frequency, band.bandwidth, band.gain, band.bypass) = (
                type, Float(frequency), 1, 12, false
            )
            let offline = try OfflineEngine(channels: 2)
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.attach(unit)
            offline.engine.connect(player, to: unit, format: offline.format)
            offline.engine.connect(unit, to: offline.engine.mainMixerNode, format: offline.format)
            let tone = sine(frequency, 48_000, 48_000, level: 0.1)
            player.scheduleBuffer(try buffer([tone, tone]), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = Array(try offline.render(48_000)[0][24_000...])
            let level = (made.reduce(0.0) { $0 + Double($1) * Double($1) } / 12_000).squareRoot()
            let gain = 20 * log10(level / 0.1)
            record(
                "gain of EQ type \(type.rawValue) at \(frequency) Hz, in hundredths of a dB",
                (gain * 100).rounded() / 100)
            if type == .parametric {
                check("gain of a parametric band at \(frequency) Hz", gain, near: 12, within: 0.1)
            }
        }

        @Test(arguments: [
            AVAudioUnitReverbPreset.smallRoom, .mediumRoom, .largeRoom, .mediumHall, .largeHall, .plate, .mediumChamber,
            .largeChamber, .cathedral, .largeRoom2, .mediumHall2, .mediumHall3, .largeHall2,
        ])
        func aReverbRingsOn(preset: AVAudioUnitReverbPreset) throws {
            let reverb = AVAudioUnitReverb()
            reverb.loadFactoryPreset(preset)
            reverb.wetDryMix = 100
            let offline = try OfflineEngine(channels: 2)
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.attach(reverb)
            offline.engine.connect(player, to: reverb, format: offline.format)
            offline.engine.connect(reverb, to: offline.engine.mainMixerNode, format: offline.format)
            player.scheduleBuffer(try buffer([[1] + zeros(99), [1] + zeros(99)]), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(24_000)[0]
            let rest = made[4800...].reduce(0.0) { $0 + Double($1) * Double($1) }
            check("reverb preset \(preset.rawValue) rings for more than a tenth of a second", rest > 0)
        }
    }
}

import AVAudioTypes
import AudioToolbox
import Foundation
import Patience
import SordinoRealtime
import Testing

/// A spatial mixer of C, fed with ones and pulled by hand.
private final class SpatialUnit {
    let unit: AudioUnit
    private let list: UnsafeMutableAudioBufferListPointer
    private var time = AudioTimeStamp()

    /// Ones, or a sine, for the inputs.
    private final class Signal {
        let hertz: Double?
        private var frame = 0
        init(_ hertz: Double?) { self.hertz = hertz }

        func write(_ frames: Int, to buffers: UnsafeMutableAudioBufferListPointer) {
            for buffer in buffers {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for index in 0..<frames {
                    samples?[index] = hertz.map { Float(sin(2 * .pi * $0 * Double(frame + index) / 48_000)) } ?? 1
                }
            }
            frame += frames
        }
    }
    private let signal: Signal

    init(inputs: UInt32 = 1, inputChannels: UInt32 = 1, tone hertz: Double? = nil) throws {
        signal = Signal(hertz)
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_SpatialMixer,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let component = try #require(AudioComponentFindNext(nil, &description))
        var made: AudioUnit?
        #expect(AudioComponentInstanceNew(component, &made) == noErr)
        unit = try #require(made)
        list = AudioBufferList.allocate(maximumBuffers: 2)
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, size) == noErr)
        format.mChannelsPerFrame = inputChannels
        for bus in 0..<inputs {
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, bus, &format, size) == noErr)
            var callback = AURenderCallbackStruct(
                inputProc: { signal, _, _, _, frames, data in
                    guard let data else { return noErr }
                    Unmanaged<Signal>.fromOpaque(signal).takeUnretainedValue()
                        .write(Int(frames), to: UnsafeMutableAudioBufferListPointer(data))
                    return noErr
                }, inputProcRefCon: Unmanaged.passUnretained(signal).toOpaque())
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, bus, &callback,
                    UInt32(MemoryLayout<AURenderCallbackStruct>.size)) == noErr)
        }
        time.mFlags = .sampleTimeValid
    }

    deinit {
        AudioComponentInstanceDispose(unit)
        free(list.unsafeMutablePointer)
    }

    func start() { #expect(AudioUnitInitialize(unit) == noErr) }

    func set(_ parameter: AudioUnitParameterID, _ value: Float, scope: AudioUnitScope = kAudioUnitScope_Input) {
        #expect(AudioUnitSetParameter(unit, parameter, scope, 0, value, 0) == noErr)
    }

    func choose(_ property: AudioUnitPropertyID, _ value: UInt32, scope: AudioUnitScope = kAudioUnitScope_Input)
        -> OSStatus
    {
        var value = value
        return AudioUnitSetProperty(unit, property, scope, 0, &value, 4)
    }

    /// Left and right of the last of some frames.
    func heard(_ frames: UInt32 = 1_024) -> [Float] {
        // Values set before glide in the first of two blocks.
        _ = block(frames)
        return block(frames).map { $0[Int(frames) - 1] }
    }

    /// The next frames, left and right.
    func block(_ frames: UInt32) -> [[Float]] {
        let planes = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: Int(frames)) }
        defer { for plane in planes { plane.deallocate() } }
        for (channel, plane) in planes.enumerated() {
            list[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: plane)
        }
        var flags = AudioUnitRenderActionFlags()
        #expect(AudioUnitRender(unit, &flags, &time, 0, frames, list.unsafeMutablePointer) == noErr)
        time.mSampleTime += Double(frames)
        return list.map { buffer in
            let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
            return Array(UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : Int(frames)))
        }
    }
}

private func isNear(_ a: Float, _ b: Float) -> Bool { abs(a - b) < 2e-3 }

@Suite struct SpatialMixerTests {
    @Test func anInputIsHeardFromItsAzimuthAndLessFromAfar() throws {
        let mixer = try SpatialUnit()
        mixer.set(kSpatialMixerParam_Distance, 1)
        mixer.start()
        var heard = mixer.heard()
        #expect(isNear(heard[0], 0.7071) && isNear(heard[1], 0.7071))
        mixer.set(kSpatialMixerParam_Azimuth, 90)
        heard = mixer.heard()
        #expect(isNear(heard[0], 0) && isNear(heard[1], 1))
        mixer.set(kSpatialMixerParam_Distance, 4)
        #expect(isNear(mixer.heard()[1], 0.25))
        mixer.set(kSpatialMixerParam_MinGain, 0.5)
        #expect(isNear(mixer.heard()[1], 0.5))
        mixer.set(kSpatialMixerParam_Gain, -6.0206, scope: kAudioUnitScope_Output)
        #expect(isNear(mixer.heard()[1], 0.25))
        mixer.set(kSpatialMixerParam_Enable, 0)
        #expect(isNear(mixer.heard()[1], 0))
    }

    @Test(arguments: [-30, -5, 8, 40] as [Float])
    func aSourceThatMovesSoundsHigherOrLowerByItsSpeed(_ metresASecond: Float) throws {
        let mixer = try SpatialUnit(tone: 1_000)
        #expect(mixer.choose(kAudioUnitProperty_3DMixerRenderingFlags, 3) == noErr)
        var distance: Float = 100
        mixer.set(kSpatialMixerParam_Distance, distance)
        mixer.start()
        var heard: [Float] = []
        for _ in 0..<188 {
            heard += mixer.block(256)[0]
            distance += metresASecond * 256 / 48_000
            mixer.set(kSpatialMixerParam_Distance, distance)
        }
        // Behind the way of the sound, which is 0.3 s or more, and the beginning of the glide.
        let late = heard[24_000...]
        var crossings: [Double] = []
        for index in late.indices.dropFirst() where late[index - 1] < 0 && late[index] >= 0 {
            crossings.append(Double(index) - Double(late[index] / (late[index] - late[index - 1])))
        }
        let first = try #require(crossings.first)
        let hertz = Double(crossings.count - 1) / ((try #require(crossings.last)) - first) * 48_000
        // The sound heard at t left at t - d(t) / c.
        let wanted = 1_000 * (1 - Double(metresASecond) / 343.2)
        #expect(abs(hertz / wanted - 1) < 2e-4, "\(hertz) Hz instead of \(wanted)")
    }

    @Test func theHeadTurns() throws {
        let mixer = try SpatialUnit()
        mixer.set(kSpatialMixerParam_Distance, 1)
        mixer.set(kSpatialMixerParam_HeadYaw, 90, scope: kAudioUnitScope_Global)
        mixer.start()
        let heard = mixer.heard()
        #expect(isNear(heard[0], 1) && isNear(heard[1], 0))
    }

    @Test func stereoPassesAndAPointOfStereoIsPanned() throws {
        let mixer = try SpatialUnit(inputChannels: 2)
        mixer.set(kSpatialMixerParam_Azimuth, -90)
        mixer.set(kSpatialMixerParam_Distance, 1)
        mixer.start()
        #expect(mixer.heard() == [1, 1])
        #expect(mixer.choose(kAudioUnitProperty_SpatialMixerSourceMode, 2) == noErr)
        let heard = mixer.heard()
        #expect(isNear(heard[0], 1) && isNear(heard[1], 0))
    }

    @Test func theCurvesMeetTheirLossAtTheMaximum() throws {
        for curve in 0...3 as ClosedRange<UInt32> {
            let mixer = try SpatialUnit()
            mixer.set(kSpatialMixerParam_Azimuth, 90)
            #expect(mixer.choose(kAudioUnitProperty_SpatialMixerAttenuationCurve, curve) == noErr)
            var params = MixerDistanceParams(mReferenceDistance: 2, mMaxDistance: 50, mMaxAttenuation: 20)
            #expect(
                AudioUnitSetProperty(
                    mixer.unit, kAudioUnitProperty_SpatialMixerDistanceParams, kAudioUnitScope_Input, 0, &params,
                    UInt32(MemoryLayout<MixerDistanceParams>.size)) == noErr)
            mixer.set(kSpatialMixerParam_Distance, 1)
            mixer.start()
            #expect(isNear(mixer.heard()[1], 1), "curve \(curve)")
            mixer.set(kSpatialMixerParam_Distance, 50)
            #expect(isNear(mixer.heard()[1], 0.1), "curve \(curve)")
            mixer.set(kSpatialMixerParam_Distance, 500)
            #expect(isNear(mixer.heard()[1], 0.1), "curve \(curve)")
        }
    }

    @Test func withoutTheFlagBothEarsHearAtOnce() throws {
        // A step at the side: with delays the far ear begins some 31 frames after the near one, Woodworth's 0.656 ms.
        for (flags, wanted) in [(5, 28...35), (4, -2...2)] as [(UInt32, ClosedRange<Int>)] {
            let mixer = try SpatialUnit()
            mixer.set(kSpatialMixerParam_Azimuth, 90)
            mixer.set(kSpatialMixerParam_Distance, 1)
            #expect(mixer.choose(kAudioUnitProperty_SpatializationAlgorithm, 1) == noErr)
            #expect(mixer.choose(kAudioUnitProperty_SpatialMixerRenderingFlags, flags) == noErr)
            mixer.start()
            let sides = mixer.block(256)
            let begins = sides.map { side in
                let loudest = side.map { abs($0) }.max() ?? 0
                return side.firstIndex { abs($0) > loudest / 2 } ?? -100
            }
            #expect(wanted.contains(begins[0] - begins[1]), "\(begins)")
        }
    }

    @Test func wrongValuesAreRefused() throws {
        let mixer = try SpatialUnit()
        #expect(
            mixer.choose(kAudioUnitProperty_SpatializationAlgorithm, 8) == kAudioUnitErr_InvalidPropertyValue)
        #expect(
            mixer.choose(kAudioUnitProperty_SpatializationAlgorithm, 1, scope: kAudioUnitScope_Global)
                == kAudioUnitErr_InvalidScope)
        #expect(
            mixer.choose(kAudioUnitProperty_ReverbRoomType, 13, scope: kAudioUnitScope_Global)
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(mixer.choose(kAudioUnitProperty_ReverbRoomType, 8, scope: kAudioUnitScope_Global) == noErr)
        #expect(mixer.choose(kAudioUnitProperty_UsesInternalReverb, 1, scope: kAudioUnitScope_Global) == noErr)
        var read: UInt32 = 99
        var size: UInt32 = 4
        #expect(
            AudioUnitGetProperty(
                mixer.unit, kAudioUnitProperty_ReverbRoomType, kAudioUnitScope_Global, 0, &read, &size) == noErr)
        #expect(read == 8)
    }

    @Test func aBusIsMeasuredBeforeAndBehindItsGainAndDistance() throws {
        let mixer = try SpatialUnit()
        mixer.set(kSpatialMixerParam_Gain, -20)
        #expect(mixer.choose(kAudioUnitProperty_MeteringMode, 1) == noErr)
        mixer.start()
        // Longer than the average's 300 ms.
        for _ in 0..<120 { _ = mixer.block(1_024) }
        func meter(_ parameter: AudioUnitParameterID) -> Float {
            var value: Float = 99
            #expect(AudioUnitGetParameter(mixer.unit, parameter, kAudioUnitScope_Input, 0, &value) == noErr)
            return value
        }
        // The input is 1 in every frame.
        #expect(abs(meter(k3DMixerParam_PreAveragePower)) < 0.05 && abs(meter(k3DMixerParam_PrePeakHoldLevel)) < 0.01)
        #expect(abs(meter(k3DMixerParam_PostAveragePower) + 20) < 0.05)
        #expect(abs(meter(k3DMixerParam_PostPeakHoldLevel) + 20) < 0.01)
    }

    /// Beginnings of the waves in half a second.
    private func waves(_ mixer: SpatialUnit) -> Int {
        // Values set before glide, and the converter fills.
        for _ in 0..<8 { _ = mixer.block(1_024) }
        var (count, last): (Int, Float) = (0, 1)
        for _ in 0..<24 {
            for sample in mixer.block(1_000)[0] {
                if last < 0, sample >= 0 { count += 1 }
                last = sample
            }
        }
        return count
    }

    @Test(arguments: [true, false]) func anInputIsPlayedAtItsRate(fromTheStart: Bool) throws {
        let mixer = try SpatialUnit(tone: 1_000)
        if fromTheStart { mixer.set(kSpatialMixerParam_PlaybackRate, 2) }
        mixer.start()
        if !fromTheStart { #expect(abs(waves(mixer) - 500) <= 1) }
        // While it renders; held in its range.
        for (rate, expected) in [(2, 1_000), (0.5, 250), (1, 500), (1.5, 750), (8, 1_000)] as [(Float, Int)] {
            mixer.set(kSpatialMixerParam_PlaybackRate, rate)
            #expect(abs(waves(mixer) - expected) <= 1, "rate \(rate)")
        }
        var value: Float = 0
        #expect(
            AudioUnitGetParameter(mixer.unit, k3DMixerParam_PlaybackRate, kAudioUnitScope_Input, 0, &value) == noErr)
        #expect(value == 2)
    }

    @Test func aScheduledRateIsHeard() throws {
        let mixer = try SpatialUnit(tone: 1_000)
        mixer.start()
        #expect(abs(waves(mixer) - 500) <= 1)
        var event = AudioUnitParameterEvent()
        (event.scope, event.parameter) = (kAudioUnitScope_Input, kSpatialMixerParam_PlaybackRate)
        event.eventType = .parameterEvent_Immediate
        event.eventValues.immediate = .init(bufferOffset: 100, value: 2)
        #expect(AudioUnitScheduleParameters(mixer.unit, &event, 1) == noErr)
        // The converter of another rate is made beside the render thread.
        #expect(Patience.until { abs(waves(mixer) - 1_000) <= 1 })
    }

    @Test func aRateThatIsSetInsideABlockIsHeard() throws {
        let mixer = try SpatialUnit(tone: 1_000)
        mixer.start()
        #expect(abs(waves(mixer) - 500) <= 1)
        // As on the hardware's thread, where blocks are served by another thread.
        let visit = RenderThread.enter()
        defer { RenderThread.leave(visit) }
        mixer.set(kSpatialMixerParam_PlaybackRate, 2)
        #expect(Patience.until { abs(waves(mixer) - 1_000) <= 1 })
    }
}

/// One kind of unit that Sordino provides.
package struct BuiltInUnit: Sendable {
    /// Type, subtype and manufacturer of the component.
    package let identity: UnitIdentity
    /// As Apple names the component, such as "AULowpass".
    package let name: String
    /// Makes one at its initial values.
    package let make: @Sendable () -> UnitProcessor

    init(_ identity: UnitIdentity, _ name: String, _ make: @escaping @Sendable () -> UnitProcessor) {
        self.identity = identity
        self.name = name
        self.make = make
    }
}

/// Every built-in unit, one line each.
package enum BuiltInUnits {
    /// The list, by kind and name.
    package static let all: [BuiltInUnit] = [
        // Filters.
        BuiltInUnit(NBandEQ.identity, "AUNBandEQ") { NBandEQ() },
        BuiltInUnit(ParametricEQ.identity, "AUParametricEQ") { ParametricEQ() },
        BuiltInUnit(LowPass.identity, "AULowpass") { LowPass() },
        BuiltInUnit(HighPass.identity, "AUHipass") { HighPass() },
        BuiltInUnit(BandPass.identity, "AUBandpass") { BandPass() },
        BuiltInUnit(LowShelf.identity, "AULowShelfFilter") { LowShelf() },
        BuiltInUnit(HighShelf.identity, "AUHighShelfFilter") { HighShelf() },
        BuiltInUnit(IPodEQ.identity, "AUiPodEQ") { IPodEQ() },
        // Dynamics.
        BuiltInUnit(PeakLimiter.identity, "AUPeakLimiter") { PeakLimiter() },
        BuiltInUnit(DynamicsProcessor.identity, "AUDynamicsProcessor") { DynamicsProcessor() },
        BuiltInUnit(MultibandCompressor.identity, "AUMultibandCompressor") { MultibandCompressor() },
        // Delays.
        BuiltInUnit(SampleDelay.identity, "AUSampleDelay") { SampleDelay() },
        // Mixers and converters.
        BuiltInUnit(MultiChannelMixer.identity, "AUMultiChannelMixer") { MultiChannelMixer() },
        BuiltInUnit(MatrixMixer.identity, "AUMatrixMixer") { MatrixMixer() },
        BuiltInUnit(SpatialMixer.identity, "AUSpatialMixer") { SpatialMixer() },
        BuiltInUnit(ConverterUnit.identity, "AUConverter") { ConverterUnit() },
        BuiltInUnit(GenericOutput.outputIdentity, "AUGenericOutput") { GenericOutput() },
        BuiltInUnit(Splitter.identity, "AUSplitter") { Splitter() },
        BuiltInUnit(MultiSplitter.multiIdentity, "AUMultiSplitter") { MultiSplitter() },
        BuiltInUnit(Merger.identity, "AUMerger") { Merger() },
        // Space, time, character.
        BuiltInUnit(DelayUnit.identity, "AUDelay") { DelayUnit() },
        BuiltInUnit(DistortionUnit.identity, "AUDistortion") { DistortionUnit() },
        BuiltInUnit(ReverbUnit.identity, "AUReverb2") { ReverbUnit() },
        BuiltInUnit(TimePitchUnit.identity, "AUNewTimePitch") { TimePitchUnit() },
        BuiltInUnit(PitchUnit.identity, "AUPitch") { PitchUnit() },
        BuiltInUnit(SoundIsolation.identity, "AUSoundIsolation") { SoundIsolation() },
        BuiltInUnit(VarispeedUnit.identity, "AUVarispeed") { VarispeedUnit() },
        // Instruments.
        BuiltInUnit(Sampler.identity, "AUSampler") { Sampler() },
        BuiltInUnit(MIDISynth.identity, "AUMIDISynth") { MIDISynth() },
        BuiltInUnit(MIDISynth.dlsIdentity, "DLSMusicDevice") {
            MIDISynth(MIDISynth.dlsIdentity, name: "DLSMusicDevice")
        },
    ]

    /// Makes a unit from its codes.
    ///
    /// - Returns: nil when no unit has them.
    package static func make(_ identity: UnitIdentity) -> UnitProcessor? {
        all.first { $0.identity == identity }?.make()
    }
}

import SordinoPolicy
import SordinoSession

// Programs written for desktops expect to need no session, and a volume of the unit.

extension SessionClient {
    /// Replaces a default or earlier category by one that suits a device and mixes with other programs, unless the
    /// program has reserved the device.
    ///
    /// - Parameters:
    ///   - hasInput: Whether the device records.
    ///   - isHog: Whether the program has reserved it.
    package func suitDesktop(hasInput: Bool, isHog: Bool) {
        let category = snapshot.configuration.category
        let isOwn = category == .soloAmbient || category == .playback || category == .playAndRecord
        guard isOwn, category == .soloAmbient || (hasInput && category == .playback) || isHog else { return }
        let mixes: CategoryOptions = isHog ? [] : .mixWithOthers
        let wanted: SordinoPolicy.Category =
            hasInput || category == .playAndRecord ? .playAndRecord : .playback
        let options = wanted == .playAndRecord ? mixes.union(.defaultToSpeaker) : mixes
        // A session that refuses gives its reason when the hardware is started.
        try? ask(.configure(category: wanted.rawValue, mode: nil, options: options.rawValue, policy: nil))
    }
}

extension AudioComponentDescription {
    /// Indicates whether a description is one of those of desktop programs for the hardware.
    var isDesktopHardware: Bool {
        [RemoteIOBacking.deviceOutput, RemoteIOBacking.defaultOutput, RemoteIOBacking.systemOutput].contains {
            $0.componentSubType == componentSubType && $0.componentType == componentType
        }
    }
}

extension AUAudioUnit {
    /// Indicates whether the unit is the hardware under one of the codes of desktop programs.
    var isDesktopHardware: Bool { (backing as? RemoteIOBacking)?.componentDescription.isDesktopHardware ?? false }
}

extension RemoteIOBacking {
    /// The parameters of the unit of desktop hardware: its volume, `kHALOutputParam_Volume`.
    static func desktopParameters(_ setVolume: @escaping @Sendable (Float) -> Void) -> AUParameterTree {
        let volume = AUParameterTree.createParameter(
            withIdentifier: "volume", name: "Volume", address: AUParameterAddress(kHALOutputParam_Volume), min: 0,
            max: 1, unit: .linearGain, unitName: nil, flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil,
            dependentParameters: nil)
        volume.value = 1
        let tree = AUParameterTree.createTree(withChildren: [volume])
        tree.implementorValueObserver = { _, value in setVolume(value) }
        return tree
    }
}

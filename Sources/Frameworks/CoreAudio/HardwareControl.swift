import SordinoEngine

/// A level, a switch or a choice of a device, as an object of its own.
///
/// Its value is that of a property of the device; each device has those whose properties it has.
enum HardwareControl: String, CaseIterable {
    case outputVolume
    case outputMute
    case inputVolume
    case inputMute
    case inputSource

    var scope: AudioObjectPropertyScope {
        switch self {
        case .outputVolume, .outputMute: kAudioObjectPropertyScopeOutput
        case .inputVolume, .inputMute, .inputSource: kAudioObjectPropertyScopeInput
        }
    }

    var classID: AudioClassID {
        switch self {
        case .outputVolume, .inputVolume: kAudioVolumeControlClassID
        case .outputMute, .inputMute: kAudioMuteControlClassID
        case .inputSource: kAudioDataSourceControlClassID
        }
    }

    var baseClassID: AudioClassID {
        switch self {
        case .outputVolume, .inputVolume: kAudioLevelControlClassID
        case .outputMute, .inputMute: kAudioBooleanControlClassID
        case .inputSource: kAudioSelectorControlClassID
        }
    }

    /// The property of the device behind one of a control; nil for those that a control has alone.
    private func selector(of selector: AudioObjectPropertySelector) -> AudioObjectPropertySelector? {
        switch (self, selector) {
        case (.outputVolume, kAudioLevelControlPropertyScalarValue),
            (.inputVolume, kAudioLevelControlPropertyScalarValue):
            kAudioDevicePropertyVolumeScalar
        case (.outputVolume, kAudioLevelControlPropertyDecibelValue),
            (.inputVolume, kAudioLevelControlPropertyDecibelValue):
            kAudioDevicePropertyVolumeDecibels
        case (.outputVolume, kAudioLevelControlPropertyDecibelRange),
            (.inputVolume, kAudioLevelControlPropertyDecibelRange):
            kAudioDevicePropertyVolumeRangeDecibels
        case (.outputVolume, kAudioLevelControlPropertyConvertScalarToDecibels),
            (.inputVolume, kAudioLevelControlPropertyConvertScalarToDecibels):
            kAudioDevicePropertyVolumeScalarToDecibels
        case (.outputVolume, kAudioLevelControlPropertyConvertDecibelsToScalar),
            (.inputVolume, kAudioLevelControlPropertyConvertDecibelsToScalar):
            kAudioDevicePropertyVolumeDecibelsToScalar
        case (.outputMute, kAudioBooleanControlPropertyValue), (.inputMute, kAudioBooleanControlPropertyValue):
            kAudioDevicePropertyMute
        case (.inputSource, kAudioSelectorControlPropertyCurrentItem): kAudioDevicePropertyDataSource
        case (.inputSource, kAudioSelectorControlPropertyAvailableItems): kAudioDevicePropertyDataSources
        default: nil
        }
    }

    /// The property of the device behind one of the control.
    func address(of selector: AudioObjectPropertySelector) -> AudioObjectPropertyAddress? {
        self.selector(of: selector).map { AudioObjectPropertyAddress(mSelector: $0, mScope: scope, mElement: 0) }
    }

    /// The property of the device that says whether it has the control.
    var principal: AudioObjectPropertyAddress {
        let selector =
            switch self {
            case .outputVolume, .inputVolume: kAudioDevicePropertyVolumeScalar
            case .outputMute, .inputMute: kAudioDevicePropertyMute
            case .inputSource: kAudioDevicePropertyDataSource
            }
        return AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
    }
}

// Generated from the census: keys of the settings of codecs.
import CoreAudioTypes

/// Key of a setting: all values.
public var kAudioSettings_AvailableValues: String { "available values" }

/// Key of a setting: the value.
public var kAudioSettings_CurrentValue: String { "current value" }

/// Key of a setting: `AudioSettingsFlags`.
public var kAudioSettings_Hint: String { "hint" }

/// Key of a setting: the values that are possible now.
public var kAudioSettings_LimitedValues: String { "limited values" }

/// Key of the settings: an array of settings.
public var kAudioSettings_Parameters: String { "parameters" }

/// Key of a setting: its key.
public var kAudioSettings_SettingKey: String { "key" }

/// Key of a setting: its name for display.
public var kAudioSettings_SettingName: String { "name" }

/// Key of a setting: a sentence that describes it for display.
public var kAudioSettings_Summary: String { "summary" }

/// Key of the settings: the name of the codec.
public var kAudioSettings_TopLevelKey: String { "name" }

/// Key of a setting: the unit of its value.
public var kAudioSettings_Unit: String { "unit" }

/// Key of a setting: the kind of value.
public var kAudioSettings_ValueType: String { "value type" }

/// Key of the settings: their version.
public var kAudioSettings_Version: String { "version" }

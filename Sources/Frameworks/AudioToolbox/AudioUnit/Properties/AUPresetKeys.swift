// Generated from the census: keys of presets.
import CoreAudioTypes

/// The key under which a preset has its cpu load.
public var kAUPresetCPULoadKey: String { "cpu-load" }

/// The key under which a preset has its data.
public var kAUPresetDataKey: String { "data" }

/// The key under which a preset has its element name.
public var kAUPresetElementNameKey: String { "element-name" }

/// The key under which a preset has its external file refs.
public var kAUPresetExternalFileRefs: String { "file-references" }

/// The key under which a preset has its manufacturer.
public var kAUPresetManufacturerKey: String { "manufacturer" }

/// The key under which a preset has its name.
public var kAUPresetNameKey: String { "name" }

/// The key under which a preset has its number.
public var kAUPresetNumberKey: String { "preset-number" }

/// The key under which a preset has its part.
public var kAUPresetPartKey: String { "part" }

/// The key under which a preset has its render quality.
public var kAUPresetRenderQualityKey: String { "render-quality" }

/// The key under which a preset has its subtype.
public var kAUPresetSubtypeKey: String { "subtype" }

/// The key under which a preset has its type.
public var kAUPresetTypeKey: String { "type" }

/// The key under which a preset has its version.
public var kAUPresetVersionKey: String { "version" }

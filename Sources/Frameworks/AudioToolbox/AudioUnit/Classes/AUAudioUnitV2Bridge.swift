import CoreAudioTypes
import Foundation

/// A built-in unit, which the C interface can use as well.
open class AUAudioUnitV2Bridge: AUAudioUnit {
    override init(backing: any UnitBacking) { super.init(backing: backing) }

    /// Makes a built-in unit.
    ///
    /// - Throws: In `NSOSStatusErrorDomain` -3000 if no built-in unit has the description.
    public override init(
        componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) throws { try super.init(componentDescription: componentDescription, options: options) }

    /// The handle of the unit for the C interface, valid as long as this object.
    open var audioUnit: AudioUnit { handle }
}

// The part of Core Services for sound: Core Foundation, the oldest types, components by their first names.
#pragma once

#include <CoreFoundation/CoreFoundation.h>
#include <MacTypes.h>
#include <TargetConditionals.h>
#include <mach/mach_time.h>
#include <AudioToolbox/AudioComponent.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef AudioComponent Component;
typedef AudioComponentInstance ComponentInstance;
typedef AudioComponentDescription ComponentDescription;

/// Finds the next component of a description, behind another or from the first.
static inline Component FindNextComponent(Component behind, ComponentDescription *description) {
    return AudioComponentFindNext(behind, description);
}

/// Counts the components of a description.
static inline long CountComponents(ComponentDescription *description) {
    return (long)AudioComponentCount(description);
}

/// Opens a component.
static inline OSErr OpenAComponent(Component component, ComponentInstance *instance) {
    return AudioComponentInstanceNew(component, instance) == noErr ? (OSErr)noErr : (OSErr)-3000;
}

/// Opens a component; null for one that cannot be opened.
static inline ComponentInstance OpenComponent(Component component) {
    ComponentInstance instance = NULL;
    return AudioComponentInstanceNew(component, &instance) == noErr ? instance : NULL;
}

/// Closes an instance.
static inline OSErr CloseComponent(ComponentInstance instance) {
    return AudioComponentInstanceDispose(instance) == noErr ? (OSErr)noErr : (OSErr)-3000;
}

#ifdef __cplusplus
}
#endif

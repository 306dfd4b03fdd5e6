//! The known name that somebody most likely meant.

/// The name among `known` that is nearest to `name`, if one is near enough to be a slip.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = name.chars().count().div_ceil(3);
    known
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, candidate)| {
            // Of equally near ones the one that begins alike.
            let alike = name.chars().zip(candidate.chars());
            let alike = alike.take_while(|(a, b)| a == b).count();
            (*distance, std::cmp::Reverse(alike), *candidate)
        })
        .map(|(_, candidate)| candidate)
}

conda create -y -n issue_fmod-large python=3.11
conda activate issue_fmod-large
pip install -r requirements.txt pytest
pytest -sx test_issue_fmod-large.py

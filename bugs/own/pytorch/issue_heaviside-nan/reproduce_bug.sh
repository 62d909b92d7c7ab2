conda create -y -n issue_heaviside-nan python=3.11
conda activate issue_heaviside-nan
pip install -r requirements.txt pytest
pytest -sx test_issue_heaviside-nan.py

conda create -y -n issue_linspace-wide python=3.11
conda activate issue_linspace-wide
pip install -r requirements.txt pytest
pytest -sx test_issue_linspace-wide.py

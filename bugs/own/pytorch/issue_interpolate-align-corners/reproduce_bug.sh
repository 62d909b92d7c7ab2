conda create -y -n issue_interpolate-align-corners python=3.11
conda activate issue_interpolate-align-corners
pip install -r requirements.txt pytest
pytest -sx test_issue_interpolate-align-corners.py

conda create -y -n issue_polygamma-pole python=3.11
conda activate issue_polygamma-pole
pip install -r requirements.txt pytest
pytest -sx test_issue_polygamma-pole.py
